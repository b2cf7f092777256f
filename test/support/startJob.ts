import { uuidv7 } from "uuidv7";
import { chargeJob } from "#activities/projections/jobs.ts";
import type { JobKind, JobRecord } from "#schemas/job.ts";
import { renderJobInput } from "#orders/inputs.ts";
import { workflowStart } from "#orders/starts.ts";
import type { Pipeline } from "./pipeline.ts";

/** Starts a job of any kind with the options of a finished one, as an acceptance or a workflow would, and returns its id. */
export async function startJob(
  { database, temporal }: Pick<Pipeline, "database" | "temporal">,
  { like, kind, url }: { like: string; kind: JobKind; url: string },
): Promise<string> {
  const found = await database.jobs.findOne({ _id: like });
  if (found === null) throw new Error(`no job ${like}`);
  const { result: _result, ...template } = found;
  const record: JobRecord = {
    ...template,
    _id: uuidv7(),
    kind,
    url,
    host: new URL(url).hostname,
    spec: { ...template.spec, url },
    status: "queued",
    stage: "waiting",
    progress: 0,
    version: 0,
    startedAt: null,
    completedAt: null,
  };
  if (!(await chargeJob(database, record))) throw new Error("the account is short of credits");
  const input = renderJobInput(record);
  const { workflowType, ...options } = workflowStart({ type: "renderJob", input, priority: "normal" });
  await temporal.workflow.start(workflowType, options);
  return record._id;
}
