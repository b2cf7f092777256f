import type { Schedule } from "#clients/typescript/src/index.ts";
import { wf } from "../../api/client.ts";
import { withScheme } from "../../format/address.ts";
import { checkBody } from "../monitors/form/percent.ts";
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

type Body = Parameters<typeof wf.schedules.createOnce>[0] | Parameters<typeof wf.schedules.createRecurring>[0];

/** The body of the call that creates the schedule. */
export function requestOf({ url, kind, at, cron, timezone, limit, fullPage }: ScheduleForm): Body {
  const page = { url: withScheme(url), fullPage };
  if (kind === "once") return { ...page, scheduleAt: instantOf(at) };
  return { ...page, cron, timezone, ...(limit.trim() !== "" && { limit: Number(limit) }) };
}

/** Creates the schedule. @throws ApiError if the API or the form refuses. */
export async function createSchedule(body: Body): Promise<Schedule> {
  checkBody(body);
  return "scheduleAt" in body ? wf.schedules.createOnce(body) : wf.schedules.createRecurring(body);
}

/** The instant of a local time. Any other text stays as it is, and the API refuses it. */
function instantOf(local: string): string {
  const date = new Date(local);
  return Number.isNaN(date.getTime()) ? local : date.toISOString();
}
