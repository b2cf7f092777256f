import { createHash } from "node:crypto";
import type { Database } from "./mongo.ts";

/** An activity of a workflow, by the workflow's id and the activity's input. Each further try of it has the same. */
export type ActivityWork = { workflowId: string; input: readonly unknown[] };

const keptMs = 60 * 60_000;

/** Blocks of workers after which work is no longer tried, if one of them can only have been its own. */
const maxBlocks = 2;

/**
 * Records a block of a worker that lived on, with all work that was in progress at it. Work that was at an earlier block
 * is suspected of this one, too; without such work, all of it is. A suspect without others is the certain cause.
 */
export async function noteBlock(
  { blockingWork }: Database,
  inProgress: readonly ActivityWork[],
  now: Date,
): Promise<void> {
  const ids = [...new Set(inProgress.map(idOf))];
  const earlier = await blockingWork.distinct("_id", { _id: { $in: ids } });
  const suspects = earlier.length > 0 ? earlier : ids;
  const expiresAt = new Date(now.getTime() + keptMs);
  await blockingWork.bulkWrite(
    suspects.map((_id) => ({
      updateOne: {
        filter: { _id },
        update: { $inc: { blocks: 1 }, $set: { expiresAt, ...(suspects.length === 1 && { certain: true as const }) } },
        upsert: true,
      },
    })),
  );
}

/** Whether work is suspected of a block of the last hour, and whether it is the cause of blocks beyond doubt. */
export async function readSuspicion(
  { blockingWork }: Database,
  work: ActivityWork,
): Promise<{ suspected: boolean; blocksWorkers: boolean }> {
  const record = await blockingWork.findOne({ _id: idOf(work) });
  return {
    suspected: record !== null,
    blocksWorkers: record?.certain === true && record.blocks >= maxBlocks,
  };
}

function idOf({ workflowId, input }: ActivityWork): string {
  return createHash("sha256")
    .update(JSON.stringify([workflowId, input]))
    .digest("base64url");
}
