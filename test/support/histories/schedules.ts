import { renderScheduleInput } from "#orders/inputs.ts";
import { type ControlSignal, workflowIds } from "#orders/messages.ts";
import { workflowStart } from "#orders/starts.ts";
import type { ScheduleRecord } from "#schemas/schedule.ts";
import { scheduleRecord } from "../scheduleRecord.ts";
import { until } from "../until.ts";
import type { World } from "./scenario.ts";

/** Schedules: one that fires once, one that is paused, resumed and cancelled, one that catches up and reaches its limit. */
export async function recordSchedules({ pipeline, caller, site, record }: World): Promise<void> {
  const { schedules } = pipeline.database;
  const { accountId } = caller;
  const url = `${site.url}/now`;
  const start = async (schedule: ScheduleRecord): Promise<string> => {
    await schedules.insertOne(schedule);
    const { workflowType, ...options } = workflowStart({
      type: "renderSchedule",
      input: renderScheduleInput(schedule),
    });
    await pipeline.temporal.workflow.start(workflowType, options);
    return schedule._id;
  };
  const reaches = (_id: string, status: ScheduleRecord["status"]) =>
    until(async () => {
      const schedule = await schedules.findOne({ _id });
      return schedule !== null && schedule.version > 0 && schedule.status === status;
    });
  const sendSignal = (id: string, signal: ControlSignal) =>
    pipeline.temporal.workflow.getHandle(workflowIds.renderSchedule(id)).signal(signal);

  const delayed = { type: "delayed", at: new Date(Date.now() + 1_000) } as const;
  const once = await start(scheduleRecord({ accountId, url, timing: delayed }));
  const hourly = { type: "repeatable", pattern: "0 * * * *", endDate: null } as const;
  const steered = await start(scheduleRecord({ accountId, url, timing: hourly }));
  await reaches(steered, "active");
  await sendSignal(steered, "pause");
  await reaches(steered, "paused");
  await sendSignal(steered, "resume");
  await reaches(steered, "active");
  await sendSignal(steered, "cancel");
  const minutes = { type: "repeatable", pattern: "* * * * *", endDate: null } as const;
  const createdAt = new Date(Date.now() - 10 * 60_000);
  const late = await start(scheduleRecord({ accountId, url, timing: minutes, limit: 1, createdAt }));
  await reaches(once, "completed");
  await reaches(steered, "cancelled");
  await reaches(late, "completed");
  await record("renderSchedule-once", workflowIds.renderSchedule(once));
  await record("renderSchedule-steered", workflowIds.renderSchedule(steered));
  await record("renderSchedule-late", workflowIds.renderSchedule(late));
}
