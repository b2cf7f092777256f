import type { FieldProblem } from "#schemas/common.ts";
import type { MonitorPatch, MonitorSpec } from "#schemas/monitor/monitor.ts";
import { plainCron } from "#rules/cron.ts";
import { neverFires, shortestGapMinutes } from "#rules/cronGap.ts";
import { checkCron } from "../schedules/recurrence.ts";

/** When a monitor runs. With a cron, `intervalMinutes` is the shortest time between two of its fires. */
export type Period = Pick<MonitorSpec, "intervalMinutes" | "cron">;

type TimesChange = Pick<MonitorPatch, "intervalMinutes" | "cron" | "timezone">;

/** The problems of the times in a request. `fieldNames` has all its fields, also those that violate the schema. */
export function checkTimes({ cron, timezone }: TimesChange, fieldNames: ReadonlySet<string>): FieldProblem[] {
  if (fieldNames.has("intervalMinutes") && fieldNames.has("cron")) {
    return [{ field: "cron", message: "excludes intervalMinutes: leave one of the two out" }];
  }
  const problems = checkCron({ cron, timezone });
  if (cron === undefined || problems.some(({ field }) => field === "cron")) return problems;
  return shortestGapMinutes(cron) === null ? [...problems, { field: "cron", message: neverFires }] : problems;
}

/** A new monitor needs an interval or a cron. */
export function checkNewTimes(fieldNames: ReadonlySet<string>): FieldProblem[] {
  if (fieldNames.has("intervalMinutes") || fieldNames.has("cron")) return [];
  return [{ field: "intervalMinutes", message: "is required, or cron in its place" }];
}

/** Quiet hours need an end. */
export function checkQuietHours({ quietHours }: NonNullable<MonitorPatch["alerts"]>): FieldProblem[] {
  if (quietHours == null || quietHours.from !== quietHours.to) return [];
  const message = "must differ from alerts.quietHours.from; to send no message at all, give mutedUntil";
  return [{ field: "alerts.quietHours.to", message }];
}

/** A time zone needs something that it is the zone of. */
export function problemsOfZone(
  before: Pick<MonitorSpec, "cron" | "quietHours">,
  { timezone, alerts, ...change }: Pick<MonitorPatch, "intervalMinutes" | "cron" | "timezone" | "alerts">,
): FieldProblem[] {
  const { cron } = periodOf(change) ?? before;
  const { quietHours = before.quietHours } = alerts ?? {};
  if (timezone === undefined || cron !== null || quietHours !== null) return [];
  return [
    { field: "timezone", message: "goes with cron or alerts.quietHours only: give one of them, or leave it out" },
  ];
}

/** When a monitor runs, from a checked request; null if the request does not say it. */
export function periodOf({ intervalMinutes, cron }: Pick<TimesChange, "intervalMinutes" | "cron">): Period | null {
  if (intervalMinutes !== undefined) return { intervalMinutes, cron: null };
  if (cron === undefined) return null;
  const shortest = shortestGapMinutes(cron);
  if (shortest === null) throw new Error("The rules accepted a cron that never fires.");
  return { intervalMinutes: shortest, cron: plainCron(cron) };
}

/** The time zone after a checked change: null if neither a cron nor quiet hours need one. */
export function zoneAfter(
  before: Pick<MonitorSpec, "timezone">,
  change: TimesChange,
  { cron, quietHours }: Pick<MonitorSpec, "cron" | "quietHours">,
): string | null {
  if (cron === null && quietHours === null) return null;
  return change.timezone ?? before.timezone ?? "UTC";
}
