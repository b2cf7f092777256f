import { DiffRequest } from "#schemas/diff.ts";
import { JobReference } from "#schemas/job.ts";
import { acceptDiff } from "../acceptance/acceptDiff.ts";
import { diffRules } from "../acceptance/diffRules.ts";
import { warnCapture, within } from "../acceptance/warnings.ts";
import { workWith } from "../auth.ts";
import { creditHeaderNames } from "../present/credits.ts";
import { jobAcceptedReply, resumeJob } from "../acceptedJob.ts";
import { namesOf, partOf } from "../namesOf.ts";
import { defineRoute, none } from "../route.ts";

/** Accepts one comparison and answers before it is done. */
export const submitDiff = defineRoute({
  id: "submitDiff",
  method: "POST",
  path: "/render/diff",
  summary: "Compare two pages or pictures",
  description:
    "Queues a comparison of two pictures, each a job's screenshot, a page captured now, or a file, and answers at once; `GET /render/diff/{id}` has the result. Pictures must be of one width. Rows are aligned where heights differ, so that a banner put in is one added region and not a page that changed wholly. One credit, refunded in full if the comparison fails.",
  tag: "Diffs",
  auth: workWith("render"),
  errorShape: "submit",
  params: none,
  query: none,
  body: DiffRequest,
  example: {
    before: { url: "https://example.com/" },
    after: { url: "https://example.org/" },
    mode: "perceptual",
    visualization: "overlay",
  },
  idempotent: true,
  rules: diffRules,
  warn: ({ body: { capture = {} }, raw }) =>
    within("capture", warnCapture({ options: capture, names: namesOf(partOf(raw, "capture")) }, true)),
  responses: {
    202: {
      description: "The comparison was accepted.",
      json: JobReference,
      headers: ["Location", ...creditHeaderNames],
      links: { getDiff: "$response.body#/id", getStatus: "$response.body#/id", cancelJob: "$response.body#/id" },
    },
  },
  errors: ["insufficient_credits", "not_found", "not_ready", "no_screenshot", "dimensions_differ"],
  resume: resumeJob,
  async handle({ body, caller, exchange }, ports) {
    const { record, remaining } = await acceptDiff(ports, { caller, requestId: exchange.requestId, request: body });
    exchange.setJobId(record._id);
    return jobAcceptedReply(ports, { record, remaining });
  },
});
