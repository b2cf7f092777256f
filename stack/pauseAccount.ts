import { beginPause, endPause, noteStopped } from "#data/pauses.ts";
import type { Database } from "#data/mongo.ts";
import { type ControlSignal, workflowIds } from "#workflows/messages.ts";

/** Tells a workflow something; false where none by its id is running. */
type Tell = (workflowId: string, signal: ControlSignal) => Promise<boolean>;

/** How many monitors and schedules were told. */
export type Told = { monitors: number; schedules: number };

const idOf = { monitors: workflowIds.monitor, schedules: workflowIds.renderSchedule } as const;

/**
 * Has an account stand still: from now on the API refuses new work of it and no capture of it begins, which is what holds batches
 * and crawls; its monitors and schedules are told to pause. Doing it again finds what was missed. Null where there is no such account.
 */
export async function pauseAccount(database: Database, accountId: string, tell: Tell): Promise<Told | null> {
  if (!(await beginPause(database, accountId, new Date()))) return null;
  const monitors = await database.monitors.find({ accountId, "spec.wanted": "active" }).toArray();
  const schedules = await database.schedules.find({ accountId, status: "active" }).toArray();
  const stop = async (kind: keyof Told, ids: string[]): Promise<void> => {
    for (const id of ids) {
      // Noted first: what was told and not noted would not go on.
      await noteStopped(database, accountId, { kind, id });
      await tell(idOf[kind](id), "pause");
    }
  };
  await stop(
    "monitors",
    monitors.map(({ _id }) => _id),
  );
  await stop(
    "schedules",
    schedules.map(({ _id }) => _id),
  );
  return { monitors: monitors.length, schedules: schedules.length };
}

/** Undoes a pause: what it stopped goes on, and what waits for its captures is let in. Null where the account was not paused. */
export async function resumeAccount(database: Database, accountId: string, tell: Tell): Promise<Told | null> {
  const paused = (await database.accounts.findOne({ _id: accountId }))?.paused;
  if (paused === undefined) return null;
  const told: Told = { monitors: 0, schedules: 0 };
  for (const kind of ["monitors", "schedules"] as const)
    for (const id of paused[kind]) if (await tell(idOf[kind](id), "resume")) told[kind] += 1;
  await endPause(database, accountId);
  return told;
}
