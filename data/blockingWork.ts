import { createHash } from "node:crypto";
import type { Database } from "./mongo.ts";

/** An activity of a workflow, by the workflow's id and the activity's input. Each further try of it has the same. */
export type ActivityWork = { workflowId: string; input: readonly unknown[] };

const keptMs = 60 * 60_000;

/** Records that work blocked a worker, which lived on. Idempotent. */
export async function noteBlock({ blockingWork }: Database, work: ActivityWork, now: Date): Promise<void> {
  const expiresAt = new Date(now.getTime() + keptMs);
  await blockingWork.updateOne({ _id: idOf(work) }, { $set: { expiresAt } }, { upsert: true });
}

/** Whether work blocked a worker in the last hour. */
export async function hasBlocked({ blockingWork }: Database, work: ActivityWork): Promise<boolean> {
  return (await blockingWork.findOne({ _id: idOf(work) })) !== null;
}

function idOf({ workflowId, input }: ActivityWork): string {
  return createHash("sha256")
    .update(JSON.stringify([workflowId, input]))
    .digest("base64url");
}
