import { Type } from "typebox";
import type { FieldProblem } from "#schemas/common.ts";
import { DelayedRequest, RecurringRequest } from "#schemas/schedule.ts";
import { days } from "#schemas/settings/retention.ts";
import { nextFire } from "#rules/cron.ts";
import { neverFires } from "#rules/cronGap.ts";
import { bodyRules } from "../http/validation.ts";
import { chooseOutputs } from "../renders/outputs.ts";
import { checkRender } from "../renders/validate.ts";
import { checkRecurrence, toRecurrence } from "./recurrence.ts";

/** Maximum milliseconds a render may be scheduled ahead. */
const maxAheadMs = days(366);

/** Rules of the body of `scheduleRender` beyond its schema. */
export const delayedRules = bodyRules(Type.Partial(DelayedRequest), (request, fieldNames, { policy, now }) => [
  ...checkRender(policy, request, chooseOutputs(request, fieldNames)),
  ...(request.scheduleAt === undefined ? [] : checkTime(new Date(request.scheduleAt), now())),
]);

/** Rules of the body of `scheduleRecurring` beyond its schema. */
export const recurringRules = bodyRules(Type.Partial(RecurringRequest), (request, fieldNames, { policy, now }) => {
  const { timezone: _cronZone, ...render } = request;
  return [
    ...checkRender(policy, render, chooseOutputs(render, fieldNames)),
    ...checkTiming(request, fieldNames, now()),
  ];
});

function checkTime(at: Date, now: Date): FieldProblem[] {
  const ahead = at.getTime() - now.getTime();
  if (Number.isNaN(ahead)) return [{ field: "scheduleAt", message: "must be a date that exists" }];
  if (ahead < 0) return [{ field: "scheduleAt", message: `must not be in the past; it is ${now.toISOString()} now` }];
  return ahead <= maxAheadMs ? [] : [{ field: "scheduleAt", message: "must be at most 366 days ahead" }];
}

function checkTiming(request: Partial<RecurringRequest>, fieldNames: ReadonlySet<string>, now: Date): FieldProblem[] {
  const problems = checkRecurrence(request, fieldNames);
  const { pattern, cron, timezone, endDate } = request;
  if (problems.length > 0 || (pattern === undefined && cron === undefined)) return problems;
  const recurrence = toRecurrence({ pattern, cron, timezone });
  const first = nextFire({ type: "repeatable", ...recurrence, endDate: null }, now);
  if (first === null) {
    return [{ field: pattern === undefined ? "cron" : "pattern", message: neverFires }];
  }
  if (endDate === undefined) return [];
  const end = new Date(endDate);
  if (Number.isNaN(end.getTime())) return [{ field: "endDate", message: "must be a date that exists" }];
  if (end >= first) return [];
  return [{ field: "endDate", message: `must not be before the first render, which is due at ${first.toISOString()}` }];
}
