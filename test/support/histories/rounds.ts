import { uuidv7 } from "uuidv7";
import { workflowIds } from "#orders/messages.ts";
import { until } from "../until.ts";
import type { World } from "./scenario.ts";

/** The reconciler while it starts a job that was accepted and not started, and maintenance. */
export async function recordRounds({ pipeline, caller, site, record }: World): Promise<void> {
  const { jobs, outbox } = pipeline.database;
  const { id } = await caller.render({ url: site.url });
  const template = await jobs.findOne({ _id: id });
  if (template === null) throw new Error("no record");
  const { result: _result, ...rest } = template;
  const orphan = { ...rest, _id: uuidv7(), status: "queued" as const, version: 0 };
  const { _id, accountId } = orphan;
  await jobs.insertOne(orphan);
  await outbox.insertOne({ _id, type: "renderJob", accountId, jobIds: [_id], createdAt: new Date(0) });
  await until(async () => (await jobs.findOne({ _id }))?.status === "completed");
  await record("reconciler-running", workflowIds.reconciler);
  await record("maintenance-running", workflowIds.maintenance);
}
