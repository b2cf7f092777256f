import { newJob } from "#data/jobs.ts";
import type { Database } from "#data/mongo.ts";
import type { JobRecord } from "#schemas/job.ts";
import type { ScheduleRecord, ScheduleStatus, SkipReason } from "#schemas/schedule.ts";
import { retentionMs } from "#schemas/settings/retention.ts";
import { renderJobInput, type WebhookDeliveryInput } from "#orders/inputs.ts";
import { latestFire, nextFire } from "#rules/cron.ts";
import type { WorkflowOrder } from "#orders/starts.ts";
import { recordEvent } from "./deliveries.ts";
import { chargeJob } from "./jobs.ts";

/** The sort key of schedules without a next fire. */
const endOfTime = new Date(8.64e15);

/** `from` is the ISO instant after which the next fire may be; null is the schedule's creation. */
export type PlanScheduleInput = {
  scheduleId: string;
  paused: boolean;
  from: string | null;
  runCount: number;
  version: number;
};

/**
 * Plans a schedule's next fire and writes it to the record. Returns its ISO instant; null if the schedule is paused or has ended.
 * A delayed schedule that has not run is due at its time, even if that time has passed.
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

/** The first fire after an instant; null if the schedule has started its limit of jobs or has ended. */
function fireAfter({ timing, limit }: ScheduleRecord, runCount: number, after: Date): Date | null {
  return limit !== null && runCount >= limit ? null : nextFire(timing, after);
}

/** Marks a schedule as cancelled. */
export async function cancelSchedule(
  database: Database,
  { scheduleId, version }: { scheduleId: string; version: number },
): Promise<void> {
  await writeSchedule(database, { scheduleId, version, status: "cancelled", nextRunAt: null });
}

/** Reads a schedule's record. It exists, as its workflow starts after its insertion. */
async function readSchedule(database: Database, scheduleId: string): Promise<ScheduleRecord> {
  const record = await database.schedules.findOne({ _id: scheduleId });
  if (record === null) throw new Error(`There is no schedule ${scheduleId}.`);
  return record;
}

type ScheduleChange = {
  scheduleId: string;
  version: number;
  status: ScheduleStatus;
  nextRunAt: Date | null;
  /** The changes by a fire that started a job. */
  run?: Pick<ScheduleRecord, "runCount" | "lastRunAt" | "lastJobId">;
};

/** Writes the state of a schedule. An older projection never overwrites a newer one. */
async function writeSchedule(database: Database, change: ScheduleChange): Promise<void> {
  const { scheduleId, version, status, nextRunAt, run } = change;
  const hasEnded = status === "completed" || status === "cancelled";
  await database.schedules.updateOne(
    { _id: scheduleId, version: { $lt: version } },
    {
      $set: {
        ...run,
        version,
        status,
        nextRunAt,
        dueAt: nextRunAt ?? endOfTime,
        ...(hasEnded && { expiresAt: new Date(version / 1000 + retentionMs.schedule) }),
      },
    },
  );
}

/** `dueAt` is the ISO instant of the fire, `version` the current workflow time. */
export type FireScheduleInput = {
  scheduleId: string;
  dueAt: string;
  /** The id for the job, equal in all tries. */
  jobId: string;
  runCount: number;
  lastJobId: string | null;
  version: number;
};

/** The result of a fire: a job to start or null, events to deliver, and the ISO instant of the next fire, null at the end. */
export type Fired = {
  render: WorkflowOrder<"renderJob"> | null;
  events: WebhookDeliveryInput[];
  nextDueAt: string | null;
};

/**
 * Makes one fire and plans the next. It charges and records a job, unless the last job still runs or the account has too few
 * credits. Of several missed fires only the latest is made, unless it is a full period late too. Idempotent.
 */
export async function fireSchedule(database: Database, input: FireScheduleInput): Promise<Fired> {
  const { scheduleId, jobId, lastJobId, version } = input;
  const record = await readSchedule(database, scheduleId);
  const now = new Date(version / 1000);
  const fire = latestFire(record.timing, new Date(input.dueAt), now);
  const skips: SkipReason[] = fire.missed ? ["missed"] : [];
  const job = newJob(record, { id: jobId, kind: "scheduled", url: record.url, createdAt: now, scheduleId });
  const skipReason = fire.make ? await start(database, job, lastJobId) : "missed";
  if (skipReason !== null && !skips.includes(skipReason)) skips.push(skipReason);
  const runCount = input.runCount + (skipReason === null ? 1 : 0);
  const next = fireAfter(record, runCount, fire.at);
  await writeSchedule(database, {
    scheduleId,
    version,
    status: next === null ? "completed" : "active",
    nextRunAt: next,
    ...(skipReason === null && { run: { runCount, lastRunAt: now, lastJobId: jobId } }),
  });
  const events = await Promise.all(skips.map((reason) => recordSkip(database, record, { reason, at: fire.at, now })));
  return {
    render: skipReason === null ? { type: "renderJob", input: renderJobInput(job), priority: job.priority } : null,
    events: events.filter((event) => event !== null),
    nextDueAt: next?.toISOString() ?? null,
  };
}

/** Charges and records the job. Returns null, or the reason why there is no job. */
async function start(database: Database, job: JobRecord, lastJobId: string | null): Promise<SkipReason | null> {
  const last = lastJobId === null ? null : await database.jobs.findOne({ _id: lastJobId });
  if (last !== null && (last.status === "queued" || last.status === "in_progress")) return "overlap";
  return (await chargeJob(database, job)) ? null : "no_credits";
}

type Skip = { reason: SkipReason; at: Date; now: Date };

/** Records the event of a skipped fire; null if the schedule has no webhook. */
async function recordSkip(
  database: Database,
  schedule: ScheduleRecord,
  { reason, at, now }: Skip,
): Promise<WebhookDeliveryInput | null> {
  const { _id: resourceId, accountId, webhook: target } = schedule;
  if (target === undefined) return null;
  const type = "schedule.skipped";
  const data = { scheduleId: resourceId, url: schedule.url, reason, fireAt: at.toISOString() };
  const cause = `${at.toISOString()} ${reason}`;
  const eventId = await recordEvent(database, { type, accountId, resourceId, cause, target, data }, now);
  return { eventId, accountId, type };
}
