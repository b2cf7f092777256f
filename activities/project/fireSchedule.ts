import type { Database } from "#data/mongo.ts";
import { newJob } from "#data/jobs.ts";
import type { JobRecord } from "#schemas/job.ts";
import type { ScheduleRecord, SkipReason } from "#schemas/schedule.ts";
import { renderJobInput, type WebhookDeliveryInput } from "#workflows/messages.ts";
import type { WorkflowOrder } from "#workflows/starts.ts";
import { latestFire } from "#workflows/rules/nextFire.ts";
import { chargeJob } from "./chargeJob.ts";
import { recordEvent } from "./deliveries.ts";
import { fireAfter, readSchedule, writeSchedule } from "./schedules.ts";

/** `dueAt` is the ISO instant the fire was planned for, `version` the workflow's time now. */
export type FireScheduleInput = {
  scheduleId: string;
  dueAt: string;
  /** Id for the job, should there be one; the same at every try. */
  jobId: string;
  runCount: number;
  lastJobId: string | null;
  version: number;
};

/** What a fire came to: a render to start or none, events to deliver, and the ISO instant of the next fire, null at the end. */
export type Fired = {
  render: Extract<WorkflowOrder, { type: "renderJob" }> | null;
  events: WebhookDeliveryInput[];
  nextDueAt: string | null;
};

/**
 * Makes one fire: charges and records its job unless the last one still runs or the account is short, and plans the next.
 * A fire that comes late makes the latest that is due, unless that is a period late itself; the others are skipped. Doing it again changes nothing.
 */
export async function fireSchedule(database: Database, input: FireScheduleInput): Promise<Fired> {
  const { scheduleId, jobId, lastJobId, version } = input;
  const record = await readSchedule(database, scheduleId);
  const now = new Date(version / 1000);
  const fire = latestFire(record.timing, new Date(input.dueAt), now);
  const skips: SkipReason[] = fire.missed ? ["missed"] : [];
  const job = newJob(record, { id: jobId, kind: "scheduled", url: record.url, createdAt: now, scheduleId });
  const refused = fire.make ? await start(database, job, lastJobId) : "missed";
  if (refused !== null && !skips.includes(refused)) skips.push(refused);
  const runCount = input.runCount + (refused === null ? 1 : 0);
  const next = fireAfter(record, runCount, fire.at);
  await writeSchedule(database, {
    scheduleId,
    version,
    status: next === null ? "completed" : "active",
    nextRunAt: next,
    ...(refused === null && { run: { runCount, lastRunAt: now, lastJobId: jobId } }),
  });
  const events = await Promise.all(skips.map((reason) => tellOfSkip(database, record, { reason, at: fire.at, now })));
  return {
    render: refused === null ? { type: "renderJob", input: renderJobInput(job), priority: job.priority } : null,
    events: events.filter((event) => event !== null),
    nextDueAt: next?.toISOString() ?? null,
  };
}

/** Charges and records the job, or says why there is none. */
async function start(database: Database, job: JobRecord, lastJobId: string | null): Promise<SkipReason | null> {
  const last = lastJobId === null ? null : await database.jobs.findOne({ _id: lastJobId });
  if (last !== null && (last.status === "queued" || last.status === "in_progress")) return "overlap";
  return (await chargeJob(database, job)) ? null : "no_credits";
}

type Skip = { reason: SkipReason; at: Date; now: Date };

async function tellOfSkip(
  database: Database,
  schedule: ScheduleRecord,
  { reason, at, now }: Skip,
): Promise<WebhookDeliveryInput | null> {
  const { _id: resourceId, accountId, webhook: target } = schedule;
  if (target === undefined) return null;
  const type = "schedule.skipped";
  const data = { scheduleId: resourceId, url: schedule.url, reason, fireAt: at.toISOString() };
  const occasion = `${at.toISOString()} ${reason}`;
  const eventId = await recordEvent(database, { type, accountId, resourceId, occasion, target, data }, now);
  return { eventId, accountId, type };
}
