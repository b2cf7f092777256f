import type { FieldProblem } from "#schemas/common.ts";
import type { Recurrence } from "#schemas/schedule.ts";
import { isTimezone, timezoneProblem } from "#schemas/timezones.ts";
import { parseCron, parsePattern, plainCron } from "#rules/cron.ts";

/** The times of a recurring render, as clients name them. */
type RecurrenceRequest = { pattern?: string | undefined; cron?: string | undefined; timezone?: string | undefined };

/** The problems of a recurrence. `fieldNames` has all fields of the request, also those that violate the schema. */
export function checkRecurrence(
  { pattern, cron, timezone }: RecurrenceRequest,
  fieldNames: ReadonlySet<string>,
): FieldProblem[] {
  const problems: FieldProblem[] = [];
  const refuse = (field: string, message: string): void => void problems.push({ field, message });
  if (fieldNames.has("pattern") && fieldNames.has("cron")) {
    refuse("cron", "excludes pattern: leave one of the two out");
  } else if (fieldNames.has("timezone") && !fieldNames.has("cron")) {
    refuse("timezone", "goes with cron only, as pattern is always UTC: give cron in place of pattern, or leave it out");
  }
  if (!fieldNames.has("pattern") && !fieldNames.has("cron")) refuse("pattern", "is required, or cron in its place");
  const parsed = pattern === undefined ? null : parsePattern(pattern);
  if (parsed !== null && !parsed.ok) refuse("pattern", parsed.problem);
  return [...problems, ...checkCron({ cron, timezone })];
}

/** The problems of a cron and its time zone. */
export function checkCron({ cron, timezone }: Omit<RecurrenceRequest, "pattern">): FieldProblem[] {
  const parsed = cron === undefined ? null : parseCron(cron);
  return [
    ...(parsed === null || parsed.ok ? [] : [{ field: "cron", message: parsed.problem }]),
    ...(timezone === undefined || isTimezone(timezone)
      ? []
      : [{ field: "timezone", message: timezoneProblem(timezone) }]),
  ];
}

/** The recurrence of a checked request. */
export function toRecurrence({ pattern, cron, timezone = "UTC" }: RecurrenceRequest): Recurrence {
  if (cron !== undefined) return { cron: plainCron(cron), timezone };
  if (pattern === undefined) throw new Error("A request with neither pattern nor cron was not refused.");
  return { pattern: plainCron(pattern) };
}
