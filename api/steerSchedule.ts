import { setTimeout as sleep } from "node:timers/promises";
import type { ScheduleRecord, ScheduleStatus } from "#schemas/schedule.ts";
import { type ControlSignal, renderScheduleInput } from "#workflows/messages.ts";
import { ApiError } from "./apiError.ts";
import type { ApiPorts } from "./ports.ts";
import { hasEnded, readSchedule } from "./reads/schedules.ts";

/** How long the schedule's workflow has to show that it has heard, and how often that is looked for, milliseconds. */
const waitMs = 2_000;
const pollMs = 40;

const outcomes = { pause: "paused", resume: "active", cancel: "cancelled" } as const satisfies Record<
  ControlSignal,
  ScheduleStatus
>;

/**
 * Has a schedule paused, resumed or cancelled and returns it as it then is. Temporal keeps the signal where no worker is
 * up to hear it, so the answer is then what will be. Rejects with `schedule_ended`, or with `unavailable` where Temporal is away.
 */
export async function controlSchedule(
  ports: ApiPorts,
  record: ScheduleRecord,
  signal: ControlSignal,
): Promise<ScheduleRecord> {
  const status = outcomes[signal];
  if (hasEnded(record)) throw new ApiError("schedule_ended");
  // Even where it is so already: what was said last may not have been heard yet.
  if (!(await tell(ports, record, signal))) throw new ApiError("schedule_ended");
  const deadline = Date.now() + waitMs;
  while (Date.now() < deadline) {
    const current = await readSchedule(ports.database, record.accountId, record._id);
    if (current.status === status) return current;
    if (hasEnded(current)) throw new ApiError("schedule_ended");
    await sleep(pollMs);
  }
  return { ...record, status, nextRunAt: status === "active" ? record.nextRunAt : null };
}

async function tell({ orchestrator, log }: ApiPorts, record: ScheduleRecord, signal: ControlSignal): Promise<boolean> {
  try {
    return await orchestrator.signal(
      { type: "renderSchedule", input: renderScheduleInput(record) },
      { name: signal, args: [] },
    );
  } catch (err) {
    log.warn({ err, accountId: record.accountId, scheduleId: record._id }, "a schedule could not be told");
    throw new ApiError("unavailable", { retryAfter: 5 });
  }
}
