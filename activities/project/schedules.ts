import type { Database } from "#data/mongo.ts";
import type { ScheduleRecord, ScheduleStatus } from "#schemas/schedule.ts";
import { nextFire } from "#workflows/rules/nextFire.ts";

/** Schedules that have ended are kept this long, milliseconds. */
const retentionMs = 30 * 24 * 60 * 60 * 1000;

/** What lists are ordered by where nothing is planned. */
const endOfTime = new Date(8.64e15);

/** `from` is the ISO instant after which the next fire is looked for; null stands for the schedule's creation. */
export type PlanScheduleInput = {
  scheduleId: string;
  paused: boolean;
  from: string | null;
  runCount: number;
  version: number;
};

/**
 * Plans a schedule's next fire and shows it, or shows that it is paused; returns the ISO instant, null where there is none:
 * paused, or at its end. A delayed schedule that has not run is due at its time, however long ago that is.
 */
export async function planSchedule(database: Database, input: PlanScheduleInput): Promise<string | null> {
  const { scheduleId, paused, from, runCount, version } = input;
  const record = await readSchedule(database, scheduleId);
  if (paused) {
    await writeSchedule(database, { scheduleId, version, status: "paused", nextRunAt: null });
    return null;
  }
  const { timing, createdAt } = record;
  const due =
    timing.type === "delayed"
      ? runCount === 0
        ? timing.at
        : null
      : fireAfter(record, runCount, from === null ? createdAt : new Date(from));
  await writeSchedule(database, { scheduleId, version, status: due === null ? "completed" : "active", nextRunAt: due });
  return due?.toISOString() ?? null;
}

/** The first fire after an instant of a schedule that has started so many renders; null at its limit or end. */
export function fireAfter({ timing, limit }: ScheduleRecord, runCount: number, after: Date): Date | null {
  return limit !== null && runCount >= limit ? null : nextFire(timing, after);
}

/** Shows a schedule as cancelled. */
export async function cancelSchedule(
  database: Database,
  { scheduleId, version }: { scheduleId: string; version: number },
): Promise<void> {
  await writeSchedule(database, { scheduleId, version, status: "cancelled", nextRunAt: null });
}

/** A schedule's record; its workflow was started after it was written. */
export async function readSchedule(database: Database, scheduleId: string): Promise<ScheduleRecord> {
  const record = await database.schedules.findOne({ _id: scheduleId });
  if (record === null) throw new Error(`There is no schedule ${scheduleId}.`);
  return record;
}

type ScheduleChange = {
  scheduleId: string;
  version: number;
  status: ScheduleStatus;
  nextRunAt: Date | null;
  /** What a fire that started a render adds. */
  run?: Pick<ScheduleRecord, "runCount" | "lastRunAt" | "lastJobId">;
};

/** Writes where a schedule stands; an older projection never overwrites a newer one. */
export async function writeSchedule(database: Database, change: ScheduleChange): Promise<void> {
  const { scheduleId, version, status, nextRunAt, run } = change;
  const ended = status === "completed" || status === "cancelled";
  await database.schedules.updateOne(
    { _id: scheduleId, version: { $lt: version } },
    {
      $set: {
        ...run,
        version,
        status,
        nextRunAt,
        dueAt: nextRunAt ?? endOfTime,
        ...(ended && { expiresAt: new Date(version / 1000 + retentionMs) }),
      },
    },
  );
}
