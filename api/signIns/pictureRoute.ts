import { type Static, Type } from "typebox";
import { Uuid } from "#schemas/common.ts";
import type { OutputRecord } from "#schemas/outputs.ts";
import { isOutputUrlValid, signInPictureName } from "#vault/signatures.ts";
import { signedOrKey } from "../http/auth.ts";
import { ApiError } from "../http/errors.ts";
import type { Caller } from "../http/exchange.ts";
import { defineRoute } from "../http/route.ts";
import { matchesTag } from "../http/staticBytes.ts";
import { refuseUnknown, SignedQuery } from "../jobs/outputRoute.ts";
import { outputContent, outputHeaders } from "../jobs/present.ts";
import type { ApiPorts } from "../ports.ts";
import { type ListedSignIn, readAnySignIn, readSignIn } from "./store.ts";

/** The page at the end of a sign-in's last try. */
export const getSignInPicture = defineRoute({
  id: "getSignInPicture",
  method: "GET",
  path: "/sign-ins/:id/picture",
  summary: "Get the picture of the last try",
  description:
    "Sign-ins have a signed address of this operation, which needs no key. The picture is the viewport after the log-in or at the failure. Dots stand for what was in fields.",
  tag: "Sign-ins",
  auth: signedOrKey("read", "render"),
  errorShape: "submit",
  params: Type.Object({ id: Uuid }, { additionalProperties: false }),
  query: SignedQuery,
  responses: {
    200: {
      description: "The bytes.",
      bytes: ["image/jpeg"],
      headers: ["ETag", "Content-Disposition", "Cache-Control"],
    },
    304: { description: "The client already has these bytes.", headers: ["ETag", "Cache-Control"] },
  },
  errors: ["not_found", "output_expired"],
  async handle({ params: { id }, query, caller, exchange }, ports) {
    const { picture } = await authorised(ports, { caller, id, query });
    if (picture === undefined) throw new ApiError("not_found", { message: "The sign-in has no picture." });
    const { key, bytes, sha256 } = picture;
    const output: OutputRecord = { name: "screenshot", contentType: "image/jpeg", key, bytes, sha256 };
    const etag = `"${sha256}"`;
    const headers = { ETag: etag, "Cache-Control": "private, max-age=300", ...outputHeaders(id, output) };
    if (matchesTag(exchange.header("If-None-Match") ?? "", etag)) return { status: 304, headers } as const;
    return { status: 200, headers, content: outputContent(ports.objects, output) } as const;
  },
});

type Asked = { caller: Caller | null; id: string; query: Static<typeof SignedQuery> };

async function authorised(ports: ApiPorts, { caller, id, query }: Asked): Promise<ListedSignIn> {
  if (caller !== null) {
    refuseUnknown(query);
    return readSignIn(ports.database, caller.accountId, id);
  }
  const { expires = 0, signature = "" } = query;
  const signed = { owner: id, name: signInPictureName, expires, signature, now: ports.now() };
  if (!isOutputUrlValid(ports.signingKey, signed)) throw new ApiError("output_expired");
  return readAnySignIn(ports.database, id);
}
