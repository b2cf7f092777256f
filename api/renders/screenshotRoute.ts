import { Type } from "typebox";
import { HttpUrl } from "#schemas/common.ts";
import { JobReply } from "#schemas/job.ts";
import { optionsIn } from "#schemas/options/index.ts";
import { ScreenshotRequest } from "#schemas/renders/render.ts";
import { creditHeaderNames } from "../account/present.ts";
import { keyWith } from "../http/auth.ts";
import { defineRoute } from "../http/route.ts";
import { bodyRules, queryRules } from "../http/validation.ts";
import { outputContent, outputHeaders, presentJob } from "../jobs/present.ts";
import type { ApiPorts } from "../ports.ts";
import { withPreset } from "../presets/expand.ts";
import { captureAndWait, type CaptureOrder } from "./captureAndWait.ts";
import { onlyPicture } from "./outputs.ts";
import { checkRender, checkSource } from "./validate.ts";
import { warnCapture } from "./warnings.ts";

const PartialRequest = Type.Partial(ScreenshotRequest);
/** Lists, objects, secrets and long texts need the POST form. */
const ScreenshotQuery = Type.Object({ url: HttpUrl, ...optionsIn("query") }, { additionalProperties: false });
const PartialQuery = Type.Partial(ScreenshotQuery);
const pictures = ["image/jpeg", "image/png"];

const routeDefaults = {
  tag: "Screenshots",
  auth: keyWith("render"),
  errorShape: "submit",
  responses: {
    200: {
      description: "The picture, or the job with a signed address if the client prefers JSON.",
      bytes: pictures,
      json: JobReply,
      headers: ["X-Job-Id", "Content-Disposition", "X-Warnings", ...creditHeaderNames],
    },
  },
  errors: ["insufficient_credits", "too_many_at_once", "capture_failed", "timeout"],
} as const;

const description =
  "Waits for the picture and replies with its bytes, or with the job if `Accept` prefers `application/json`. A failed capture gets 422 with the render's code as `error`, and is refunded. A capture that takes 30 seconds longer than its timeout gets 504, and the job continues. The plan's concurrency limits these calls. A further one gets 429 `too_many_at_once` and costs nothing.";

/** A picture while the client waits, with options in the body. */
export const postScreenshot = defineRoute({
  ...routeDefaults,
  id: "takeScreenshot",
  method: "POST",
  path: "/render/screenshot",
  summary: "Take a screenshot and wait for it",
  description,
  body: ScreenshotRequest,
  example: { url: "https://example.com/", fullPage: true, format: "png" },
  expand: withPreset(ScreenshotRequest),
  rules: bodyRules(PartialRequest, (request, fieldNames, { policy }) => [
    ...checkSource(request, fieldNames),
    ...checkRender(policy, request, onlyPicture),
  ]),
  warn: ({ body, fieldNames }) => warnCapture({ options: body, names: fieldNames }, true),
  idempotent: "by handler",
  handle: ({ body, caller, exchange }, ports) =>
    take(ports, { caller, exchange, request: body, key: exchange.header("Idempotency-Key") }),
});

/** A picture while the client waits, with options in the query. */
export const getScreenshot = defineRoute({
  ...routeDefaults,
  id: "takeScreenshotByQuery",
  method: "GET",
  // A HEAD would charge for a picture and not return it.
  head: false,
  path: "/render/screenshot",
  summary: "Take a screenshot by query and wait for it",
  description,
  query: ScreenshotQuery,
  rules: queryRules(PartialQuery, (request, _fieldNames, { policy }) => checkRender(policy, request, onlyPicture)),
  warn: ({ query, fieldNames }) => warnCapture({ options: query, names: fieldNames }, true),
  handle: ({ query, caller, exchange }, ports) => take(ports, { caller, exchange, request: query, key: undefined }),
});

async function take(ports: ApiPorts, order: CaptureOrder) {
  const { record, screenshot, headers } = await captureAndWait(ports, order);
  if (order.exchange.prefers("application/json", pictures)) {
    return { status: 200, headers, json: { success: true, job: presentJob(ports, record, new Map()) } } as const;
  }
  return {
    status: 200,
    headers: { ...headers, ...outputHeaders(record._id, screenshot) },
    content: outputContent(ports.objects, screenshot),
  } as const;
}
