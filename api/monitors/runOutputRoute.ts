import { Type } from "typebox";
import { literals, Uuid } from "#schemas/common.ts";
import { type RunOutputName, runOutputNames, type RunPicture, type RunRecord } from "#schemas/monitor/run.ts";
import { stepOutput, StepOutputName } from "#schemas/outputs.ts";
import { isOutputUrlValid } from "#vault/signatures.ts";
import { signedOrKey } from "../http/auth.ts";
import { ApiError } from "../http/errors.ts";
import type { Caller } from "../http/exchange.ts";
import { defineRoute } from "../http/route.ts";
import { clientOf, OutputQuery, refuseUnknown, replyWithOutput } from "../jobs/outputRoute.ts";
import type { ApiPorts } from "../ports.ts";
import { readAnyMonitor, readRun } from "./store.ts";

const RunOutputPath = Type.Object(
  { id: Uuid, runId: Uuid, name: Type.Union([literals([...runOutputNames]), StepOutputName]) },
  { additionalProperties: false },
);

/** The bytes of one output of a run, by key or by signed address. */
export const getRunOutput = defineRoute({
  id: "getRunOutput",
  method: "GET",
  path: "/render/monitors/:id/runs/:runId/outputs/:name",
  summary: "Get the bytes of one output of a run",
  description:
    "Runs and alerts have signed addresses of this operation, which need no key. `pair` is the changed part before and after, which the first alert about the change makes. `width`, `as`, `slice` and `rows` give a variant of a picture; it is made once and removed with the picture.",
  tag: "Monitors",
  auth: signedOrKey("read", "monitor"),
  errorShape: "monitor",
  params: RunOutputPath,
  query: OutputQuery,
  responses: {
    200: {
      description: "The bytes.",
      bytes: ["image/jpeg", "image/png", "image/webp", "image/avif", "text/markdown", "text/x-diff"],
      headers: ["ETag", "Content-Disposition", "Cache-Control"],
    },
    304: { description: "The client already has these bytes.", headers: ["ETag", "Cache-Control"] },
  },
  errors: ["not_found", "output_expired", "not_ready"],
  async handle({ params, query, caller, exchange }, ports) {
    const run = await authorised(ports, { caller, params, query });
    const output = { ...outputOf(run, params.name), name: nameOf(params.name) };
    const { expiresAt } = run;
    const client = clientOf(run, { caller, exchange });
    return replyWithOutput(ports, exchange, { owner: `${run._id}-${params.name}`, output, query, client, expiresAt });
  },
});

type Asked = {
  caller: Caller | null;
  params: { id: string; runId: string; name: RunOutputName };
  query: { expires?: number; signature?: string };
};

async function authorised(ports: ApiPorts, { caller, params, query }: Asked): Promise<RunRecord> {
  const { id, runId: owner, name } = params;
  if (caller !== null) {
    refuseUnknown(query);
    const monitor = await readAnyMonitor(ports.database, caller.accountId, id);
    return readRun(ports.database, monitor._id, owner);
  }
  const { expires = 0, signature = "" } = query;
  if (!isOutputUrlValid(ports.signingKey, { owner, name, expires, signature, now: ports.now() })) {
    throw new ApiError("output_expired");
  }
  return readRun(ports.database, id, owner);
}

/** The name that the same output of a job has. */
function nameOf(name: RunOutputName): "markdown" | "screenshot" {
  return name === "markdown" || name === "diff" ? "markdown" : "screenshot";
}

function outputOf(run: RunRecord, name: RunOutputName): RunPicture {
  if (run.completedAt === null) throw new ApiError("not_ready", { retryAfter: 1 });
  const outputs: Record<Exclude<RunOutputName, StepOutputName>, RunPicture | null | undefined> = {
    screenshot: run.capture?.screenshot,
    visualization: run.visualization,
    mask: run.visualization?.mask,
    pair: run.pair,
    failure: run.failurePicture,
    markdown: run.capture?.text,
    diff: run.findings?.text?.diff,
  };
  const ofSteps = (run.capture?.stepPictures ?? []).map((taken) => [stepOutput(taken.name), taken] as const);
  const output = new Map<string, RunPicture | null | undefined>([...Object.entries(outputs), ...ofSteps]).get(name);
  if (output == null) throw new ApiError("not_found", { message: "The run has no such output." });
  return output;
}
