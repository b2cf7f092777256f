import { JobReference } from "#schemas/job.ts";
import { RenderRequest } from "#schemas/renders/render.ts";
import { creditHeaderNames } from "../account/present.ts";
import { keyWith } from "../http/auth.ts";
import { defineRoute } from "../http/route.ts";
import { jobAcceptedReply } from "../jobs/acceptJob.ts";
import { withPreset } from "../presets/expand.ts";
import { acceptRender } from "./commands.ts";
import { chooseOutputs } from "./outputs.ts";
import { withUrl } from "./texts.ts";
import { renderRules } from "./validate.ts";
import { warnRender } from "./warnings.ts";

/** Accepts one render and answers before it is done. */
export const submitRender = defineRoute({
  id: "submitRender",
  client: { resource: "renders", method: "create", help: "Starts a render and returns at once." },
  method: "POST",
  idempotent: true,
  path: "/render",
  summary: "Submit an asynchronous render",
  description:
    "Queues one render and replies at once. `statusUrl` has its outcome. A render makes a picture, extracts of the page, or both. `screenshot` defaults to true, but to false if an `extract…` flag is set without `format`, `quality` or `fullPage`. Credits are charged now and refunded if the render fails.\n\nWith `cache: true` the result of an identical render of the last 24 hours is used: the reply says `completed`, the job is `cached` and costs nothing. Identical renders that run at the same time are each rendered. A cached job expires together with the render that it shows.",
  tag: "Screenshots",
  auth: keyWith("render"),
  errorShape: "submit",
  body: RenderRequest,
  example: { url: "https://example.com/", fullPage: true, extractMarkdown: true, screenshot: true },
  expand: withPreset(RenderRequest),
  rules: renderRules,
  warn: ({ body, fieldNames }) => warnRender(body, fieldNames),
  responses: {
    202: {
      description: "The render was accepted.",
      json: JobReference,
      headers: ["Location", ...creditHeaderNames],
      links: { getStatus: "$response.body#/id", cancelJob: "$response.body#/id" },
    },
  },
  errors: ["insufficient_credits"],
  async handle({ body, fieldNames, caller, exchange, reservation }, ports) {
    const outputs = chooseOutputs(body, fieldNames);
    const { record, remainingCredits } = await acceptRender(ports, {
      caller,
      requestId: exchange.requestId,
      request: withUrl(body),
      outputs,
      reservation,
    });
    exchange.setJobId(record._id);
    return jobAcceptedReply(ports, { record, remainingCredits });
  },
});
