import { Context } from "@temporalio/activity";
import type { RunPicture } from "#schemas/run.ts";
import type { ActivityPorts } from "../ports.ts";
import { readMonitor } from "../project/monitors.ts";
import { keyFor, locationOf, openBucket } from "./storeOutputs.ts";

export type StoreRunInput = { runId: string; monitorId: string; screenshot: RunPicture };

/**
 * Copies a run's picture into the owner's bucket; its address there, null where none is asked for or nothing is to be
 * stored any more. The key depends on the run alone, so a second try writes the same.
 */
export async function storeRun(ports: ActivityPorts, input: StoreRunInput): Promise<{ location: string | null }> {
  const { runId, monitorId, screenshot } = input;
  const context = Context.current();
  const beat = setInterval(() => context.heartbeat(), 1_000);
  try {
    const [{ accountId, spec }, run] = await Promise.all([
      readMonitor(ports.database, monitorId),
      ports.database.runs.findOne({ _id: runId }),
    ]);
    const target = spec.storage ?? null;
    if (target === null || run === null) return { location: null };
    const { contentType } = screenshot;
    const acceptedAt = run.createdAt.toISOString();
    const key = keyFor(target, { id: runId, host: spec.host, acceptedAt }, contentType);
    const bytes = await ports.objects.get(screenshot.key);
    if (bytes === null) throw new Error("The picture to store is gone.");
    const bucket = openBucket(ports, { accountId, sealedFor: monitorId, target });
    await ports.callerStorage.put(bucket, { key, bytes, contentType }, context.cancellationSignal);
    return { location: target.returnLocation ? locationOf(target, key) : null };
  } finally {
    clearInterval(beat);
  }
}
