import { Type } from "typebox";
import { Uuid } from "#schemas/common.ts";
import { ImageQuery, linkTtl } from "#schemas/imageLink.ts";
import { ScreenshotRequest } from "#schemas/renders/render.ts";
import { bodyValidator } from "#schemas/validate.ts";
import { signedByAccount } from "../http/auth.ts";
import { matchesTag } from "../http/staticBytes.ts";
import { countCall } from "../http/countCall.ts";
import { ApiError } from "../http/errors.ts";
import type { Caller } from "../http/exchange.ts";
import { defineRoute } from "../http/route.ts";
import { outputContent, outputHeaders } from "../jobs/present.ts";
import type { ApiPorts } from "../ports.ts";
import { withPreset } from "../presets/expand.ts";
import { onlyPicture } from "../renders/outputs.ts";
import { checkRender } from "../renders/validate.ts";
import { withUrl } from "../renders/texts.ts";
import { findLinkedPicture } from "./linkedPicture.ts";

/** Requests of one link in a minute. A busy page needs a cache in front. */
const maxRequestsPerMinute = 600;

const ImagePath = Type.Object(
  { key: Uuid, signature: Type.String({ pattern: "^[A-Za-z0-9_-]{43}$" }) },
  { additionalProperties: false },
);
const expandPreset = withPreset(ScreenshotRequest);
const checkRequest = bodyValidator(ScreenshotRequest);

/** The picture of a page by a signed link, for `<img>` and Open Graph tags. */
export const getSignedImage = defineRoute({
  id: "getSignedImage",
  method: "GET",
  path: "/image/:key/:signature",
  summary: "Get a page's picture by a signed link",
  description:
    "The signature replaces an API key. It is the HMAC-SHA256 of the query, byte for byte as it is sent, with a signing key's secret, as base64url without padding. The first request renders the page, is charged, and waits. Others with the same options get the same picture until `ttl` has passed. A failed capture gets 422 for a minute and is refunded.",
  tag: "Signed links",
  auth: signedByAccount,
  errorShape: "submit",
  params: ImagePath,
  query: ImageQuery,
  responses: {
    200: {
      description: "The picture.",
      bytes: ["image/jpeg", "image/png"],
      headers: ["ETag", "Cache-Control", "Content-Disposition"],
    },
    304: { description: "The client already has this picture.", headers: ["ETag", "Cache-Control"] },
  },
  errors: ["rate_limited", "insufficient_credits", "account_paused", "capture_failed", "timeout"],
  async handle({ params, query, fieldNames, caller, exchange }, ports) {
    const { expires, ttl = linkTtl.default, ...options } = query;
    refuseExpired(expires, ports.now());
    await countCall(ports, { rateKey: `link:${params.signature}`, perMinute: maxRequestsPerMinute });
    const asked = Object.fromEntries(Object.entries(options).filter(([name]) => fieldNames.has(name)));
    const request = await toRequest(ports, caller, asked);
    const order = { caller, exchange, request, ttlSeconds: ttl };
    const { record, screenshot, freshUntil } = await findLinkedPicture(ports, order);
    const seconds = Math.max(0, Math.floor((freshUntil.getTime() - ports.now().getTime()) / 1_000));
    const etag = `"${screenshot.sha256}"`;
    const headers = {
      ...outputHeaders(record._id, screenshot),
      ETag: etag,
      "Cache-Control": `public, max-age=${seconds}`,
      // Pages of any site may show it, also those that isolate themselves.
      "Cross-Origin-Resource-Policy": "cross-origin",
    } as const;
    if (matchesTag(exchange.header("If-None-Match") ?? "", etag)) return { status: 304, headers } as const;
    return { status: 200, headers, content: outputContent(ports.objects, screenshot) } as const;
  },
});

function refuseExpired(expires: number | undefined, now: Date): void {
  if (expires === undefined || expires * 1_000 > now.getTime()) return;
  const message = `This link expired at ${new Date(expires * 1_000).toISOString()}; sign a new one.`;
  throw new ApiError("invalid_token", { message });
}

/** The options of a link and of its preset, with defaults. @throws ApiError `validation_failed`. */
async function toRequest(ports: ApiPorts, caller: Caller, asked: Record<string, unknown>) {
  const checked = checkRequest(await expandPreset(asked, caller, ports));
  if (!checked.ok) throw new ApiError("validation_failed", { fields: checked.problems });
  const fields = checkRender(ports.policy, checked.value, onlyPicture);
  if (fields.length > 0) throw new ApiError("validation_failed", { fields });
  return withUrl(checked.value);
}
