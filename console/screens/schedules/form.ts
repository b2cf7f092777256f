import type { Schedule } from "#clients/typescript/src/index.ts";
import { wf } from "../../api/client.ts";
import { withScheme } from "../../format/address.ts";
import { localZone } from "../../ui/fields/cronOptions.ts";

export const kindOptions = [
  { value: "recurring", label: "Again and again" },
  { value: "once", label: "Once" },
] as const;

/** The entries of a person. `at` has the form of the browser's field for a local time. */
export type ScheduleForm = {
  url: string;
  kind: (typeof kindOptions)[number]["value"];
  at: string;
  cron: string;
  timezone: string;
  limit: string;
  fullPage: boolean;
};

export const emptyForm: ScheduleForm = {
  url: "",
  kind: "recurring",
  at: "",
  cron: "0 9 * * *",
  timezone: localZone(),
  limit: "",
  fullPage: true,
};

/** Creates the schedule. @throws ApiError if the API refuses. */
export function createSchedule(form: ScheduleForm): Promise<Schedule> {
  const { url, kind, at, cron, timezone, limit, fullPage } = form;
  const page = { url: withScheme(url), fullPage };
  if (kind === "once") return wf.schedules.createOnce({ ...page, scheduleAt: instantOf(at) });
  const end = limit.trim() === "" ? {} : { limit: Number(limit) };
  return wf.schedules.createRecurring({ ...page, cron, timezone, ...end });
}

/** The instant of a local time. Any other text stays as it is, and the API refuses it. */
function instantOf(local: string): string {
  const date = new Date(local);
  return Number.isNaN(date.getTime()) ? local : date.toISOString();
}
