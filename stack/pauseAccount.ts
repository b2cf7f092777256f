import { beginPause, endPause, recordStopped } from "#data/accounts.ts";
import type { Database } from "#data/mongo.ts";
import { setMonitorStatus } from "#data/monitors.ts";
import { controlSignals, monitorSignals, workflowIds } from "#orders/messages.ts";

/** Signals a workflow. Returns false if it is not running. */
type SendSignal = (workflowId: string, signal: string) => Promise<boolean>;

/** Number of monitors and schedules that were signalled. */
type Counts = { monitors: number; schedules: number };

/**
 * Pauses an account. The API refuses its new work, and none of its captures starts, which holds its batches
 * and crawls. Its monitors and schedules pause. A repeat pauses what was missed. Returns null for an unknown account.
 */
export async function pauseAccount(
  database: Database,
  accountId: string,
  sendSignal: SendSignal,
): Promise<Counts | null> {
  if (!(await beginPause(database, accountId, new Date()))) return null;
  const monitors = await database.monitors.find({ accountId, "spec.wanted": "active" }).toArray();
  const schedules = await database.schedules.find({ accountId, status: "active" }).toArray();
  // Recorded first: only what is recorded is resumed later.
  for (const { _id: id } of monitors) {
    await recordStopped(database, accountId, { kind: "monitors", id });
    await setStatus(database, id, { wanted: "paused", sendSignal });
  }
  for (const { _id: id } of schedules) {
    await recordStopped(database, accountId, { kind: "schedules", id });
    await sendSignal(workflowIds.renderSchedule(id), controlSignals.pause);
  }
  return { monitors: monitors.length, schedules: schedules.length };
}

/** Ends a pause and resumes what it stopped. Returns null if the account was not paused. */
export async function resumeAccount(
  database: Database,
  accountId: string,
  sendSignal: SendSignal,
): Promise<Counts | null> {
  const paused = (await database.accounts.findOne({ _id: accountId }))?.paused;
  if (paused === undefined) return null;
  const counts: Counts = { monitors: 0, schedules: 0 };
  for (const id of paused.monitors)
    if (await setStatus(database, id, { wanted: "active", sendSignal })) counts.monitors += 1;
  for (const id of paused.schedules)
    if (await sendSignal(workflowIds.renderSchedule(id), controlSignals.resume)) counts.schedules += 1;
  await endPause(database, accountId);
  return counts;
}

/** Updates the record first, then signals the workflow. A workflow in a run handles the signal only after the run. */
async function setStatus(
  database: Database,
  monitorId: string,
  { wanted, sendSignal }: { wanted: "active" | "paused"; sendSignal: SendSignal },
): Promise<boolean> {
  await setMonitorStatus(database, { monitorId, wanted });
  return sendSignal(workflowIds.monitor(monitorId), monitorSignals.changed);
}
