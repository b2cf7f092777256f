import { Type } from "typebox";
import type { FieldProblem } from "#schemas/common.ts";
import { DelayedRequest, RecurringRequest } from "#schemas/schedule.ts";
import { nextFire, parseCron } from "#workflows/rules/cron.ts";
import { bodyRules } from "../http/validation.ts";
import { chooseOutputs } from "../renders/outputs.ts";
import { checkRender } from "../renders/validate.ts";

const day = 24 * 60 * 60 * 1000;
/** How far ahead a render may be scheduled, milliseconds. */
const furthest = 366 * day;

/** What the body of E6 must obey beyond its schema. */
export const delayedRules = bodyRules(Type.Partial(DelayedRequest), (request, given, { policy, now }) => [
  ...checkRender(policy, request, chooseOutputs(request, given)),
  ...(request.scheduleAt === undefined ? [] : checkTime(new Date(request.scheduleAt), now())),
]);

/** What the body of E7 must obey beyond its schema. */
export const recurringRules = bodyRules(Type.Partial(RecurringRequest), (request, given, { policy, now }) => [
  ...checkRender(policy, request, chooseOutputs(request, given)),
  ...(request.pattern === undefined ? [] : checkPattern(request.pattern, request.endDate, now())),
]);

function checkTime(at: Date, now: Date): FieldProblem[] {
  const ahead = at.getTime() - now.getTime();
  if (Number.isNaN(ahead)) return [{ field: "scheduleAt", message: "must be a date that exists" }];
  if (ahead < 0) return [{ field: "scheduleAt", message: `must not be in the past; it is ${now.toISOString()} now` }];
  return ahead <= furthest ? [] : [{ field: "scheduleAt", message: "must be at most 366 days ahead" }];
}

function checkPattern(pattern: string, endDate: string | undefined, now: Date): FieldProblem[] {
  const parsed = parseCron(pattern);
  if (!parsed.ok) return [{ field: "pattern", message: parsed.problem }];
  const first = nextFire({ type: "repeatable", pattern, endDate: null }, now);
  if (first === null) return [{ field: "pattern", message: "never fires: no such day exists" }];
  if (endDate === undefined) return [];
  const end = new Date(endDate);
  if (Number.isNaN(end.getTime())) return [{ field: "endDate", message: "must be a date that exists" }];
  if (end >= first) return [];
  return [{ field: "endDate", message: `must not be before the first render, which is due at ${first.toISOString()}` }];
}
