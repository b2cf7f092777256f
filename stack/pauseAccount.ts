import { beginPause, endPause, recordStopped } from "#data/accounts.ts";
import type { Database } from "#data/mongo.ts";
import { steerMonitor } from "#data/monitors.ts";
import { controlSignals, monitorSignals, workflowIds } from "#workflows/messages.ts";

/** Tells a workflow something; false where none by its id is running. */
type Tell = (workflowId: string, signal: string) => Promise<boolean>;

/** How many monitors and schedules were told. */
type Told = { monitors: number; schedules: number };

/**
 * Has an account stand still: from now on the API refuses new work of it and no capture of it begins, which is what holds batches
 * and crawls; its monitors and schedules pause. Doing it again finds what was missed. Null where there is no such account.
 */
export async function pauseAccount(database: Database, accountId: string, tell: Tell): Promise<Told | null> {
  if (!(await beginPause(database, accountId, new Date()))) return null;
  const monitors = await database.monitors.find({ accountId, "spec.wanted": "active" }).toArray();
  const schedules = await database.schedules.find({ accountId, status: "active" }).toArray();
  // Noted first: what was stopped and not noted would not go on.
  for (const { _id: id } of monitors) {
    await recordStopped(database, accountId, { kind: "monitors", id });
    await steer(database, id, { wanted: "paused", tell });
  }
  for (const { _id: id } of schedules) {
    await recordStopped(database, accountId, { kind: "schedules", id });
    await tell(workflowIds.renderSchedule(id), controlSignals.pause);
  }
  return { monitors: monitors.length, schedules: schedules.length };
}

/** Undoes a pause: what it stopped goes on, and what waits for its captures is let in. Null where the account was not paused. */
export async function resumeAccount(database: Database, accountId: string, tell: Tell): Promise<Told | null> {
  const paused = (await database.accounts.findOne({ _id: accountId }))?.paused;
  if (paused === undefined) return null;
  const told: Told = { monitors: 0, schedules: 0 };
  for (const id of paused.monitors) if (await steer(database, id, { wanted: "active", tell })) told.monitors += 1;
  for (const id of paused.schedules)
    if (await tell(workflowIds.renderSchedule(id), controlSignals.resume)) told.schedules += 1;
  await endPause(database, accountId);
  return told;
}

/** As its owner's change does: the record at once, and the workflow is told. In the midst of a run, which may wait for the pause's end, it hears of a signal only later. */
async function steer(
  database: Database,
  monitorId: string,
  { wanted, tell }: { wanted: "active" | "paused"; tell: Tell },
): Promise<boolean> {
  await steerMonitor(database, { monitorId, wanted });
  return tell(workflowIds.monitor(monitorId), monitorSignals.changed);
}
