import { Type } from "typebox";
import { DiffReply } from "#schemas/diffReply.ts";
import type { JobRecord } from "#schemas/job.ts";
import { ApiError } from "../apiError.ts";
import { keyWith } from "../auth.ts";
import { type DiffRecord, presentDiff } from "../present/diff.ts";
import { isTerminal, readJob } from "../reads/jobs.ts";
import { defineRoute, noBody } from "../route.ts";
import { waitForJob } from "../waitForJob.ts";
import { pollAfterMs, Wait } from "./getStatus.ts";
import { JobId } from "./jobId.ts";

const DiffQuery = Type.Object({ wait: Wait }, { additionalProperties: false });

/** A comparison and, once it has ended, what it found. */
export const getDiff = defineRoute({
  id: "getDiff",
  method: "GET",
  path: "/render/diff/:id",
  summary: "Get a comparison and its result",
  description:
    "While the comparison is not terminal, the reply says when to ask again (`Retry-After`, `pollAfterMs`); with `wait` it is held until the comparison ends. Addresses in the result are signed, need no key and expire after 24 hours; each reply carries fresh ones.",
  tag: "Diffs",
  auth: keyWith("read", "render"),
  errorShape: "submit",
  params: JobId,
  query: DiffQuery,
  body: noBody,
  responses: { 200: { description: "The comparison as it is now.", json: DiffReply, headers: ["Retry-After"] } },
  errors: ["not_found"],
  async handle({ params, query, caller, exchange }, ports) {
    exchange.setJobId(params.id);
    const found = await readJob(ports.database, caller.accountId, params.id);
    if (!isDiff(found)) throw new ApiError("not_found");
    const record =
      query.wait === undefined
        ? found
        : await waitForJob(ports, found, { ms: query.wait * 1_000, signal: exchange.untilGone() });
    if (!isDiff(record)) throw new ApiError("not_found");
    const diff = presentDiff(ports, record);
    if (isTerminal(record)) return { status: 200, json: { success: true, diff } };
    return {
      status: 200,
      headers: { "Retry-After": String(pollAfterMs / 1_000) },
      json: { success: true, diff, pollAfterMs },
    };
  },
});

function isDiff(record: JobRecord): record is DiffRecord {
  return record.diff !== undefined;
}
