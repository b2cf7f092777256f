import { Cron as Clock } from "croner";
import type { ScheduleTiming } from "#schemas/schedule.ts";

/** One of the five fields: its name and the values it may have. */
type FieldRule = { name: string; from: number; to: number };

const fieldRules = [
  { name: "minute", from: 0, to: 59 },
  { name: "hour", from: 0, to: 23 },
  { name: "day of month", from: 1, to: 31 },
  { name: "month", from: 1, to: 12 },
  { name: "day of week", from: 0, to: 7 },
] as const satisfies FieldRule[];

/**
 * A cron pattern that is understood. `fields` are the values of minute, hour, day of month, month and day of week (0 is
 * Sunday); null means every value. `either` tells that a day matches when one of the two day fields does.
 */
type Cron = { fields: (number[] | null)[]; either: boolean };

/** What a pattern means, or what is wrong with it. */
export type ParsedCron = { ok: true; cron: Cron } | { ok: false; problem: string };

const grammar = "minute, hour, day of month, month and day of week, each `*`, one number, or `*/n`";

/**
 * Reads a five-field cron pattern. Names, lists and ranges are refused. As cron does (crontab(5)), a day matches when
 * either day field does if neither of the two begins with `*`, and when both do otherwise.
 */
export function parseCron(pattern: string): ParsedCron {
  const parts = pattern.trim().split(/\s+/);
  if (parts.length !== fieldRules.length) {
    return {
      ok: false,
      problem: `must have five fields: ${grammar}; it has ${pattern.trim() === "" ? 0 : parts.length}`,
    };
  }
  const fields: (number[] | null)[] = [];
  for (const [index, rule] of fieldRules.entries()) {
    const field = parseField(parts[index] ?? "", rule);
    if (typeof field === "string") return { ok: false, problem: field };
    fields.push(field);
  }
  const either = [parts[2], parts[4]].every((part) => part !== undefined && !part.startsWith("*"));
  return { ok: true, cron: { fields, either } };
}

/** Values of one field, null for every value, or what is wrong with it. */
function parseField(text: string, rule: FieldRule): number[] | null | string {
  if (text === "*") return null;
  const [, step, literal] = /^(?:\*\/(\d{1,4})|(\d{1,4}))$/.exec(text) ?? [];
  if (step !== undefined) return stepped(Number(step), rule);
  if (literal === undefined) {
    return `has ${JSON.stringify(text.slice(0, 20))} as its ${rule.name}; supported are \`*\`, one number, or \`*/n\` (no names, lists or ranges)`;
  }
  const value = Number(literal);
  if (value < rule.from || value > rule.to)
    return `has ${value} as its ${rule.name}; it must be ${rule.from} to ${rule.to}`;
  return [isWeekday(rule) ? value % 7 : value];
}

function stepped(step: number, rule: FieldRule): number[] | string {
  const most = isWeekday(rule) ? 6 : rule.to;
  if (step < 1 || step > Math.max(most, 1)) return `has a step of ${step} as its ${rule.name}; it must be 1 to ${most}`;
  const values: number[] = [];
  for (let value = rule.from; value <= most; value += step) values.push(value);
  return values;
}

function isWeekday({ name }: FieldRule): boolean {
  return name === "day of week";
}

/** The first instant after `after` (not `after` itself) at which a schedule is due; null where there is none any more. */
export function nextFire(timing: ScheduleTiming, after: Date): Date | null {
  switch (timing.type) {
    case "delayed":
      return timing.at > after ? timing.at : null;
    case "repeatable": {
      const next = clockOf(timing.pattern).nextRun(after);
      return next === null || (timing.endDate !== null && next > timing.endDate) ? null : next;
    }
  }
}

/**
 * The fire to make at `now` for one that was due at `due`: the latest that is due by now, so that of those missed in an
 * outage one is caught up, unless it is a period late itself, as the last one before the end date may be. `missed` says
 * whether any is left out, `make` whether that is all of them.
 */
export function latestFire(timing: ScheduleTiming, due: Date, now: Date): { at: Date; missed: boolean; make: boolean } {
  if (timing.type === "delayed") return { at: due, missed: false, make: true };
  const clock = clockOf(timing.pattern);
  const last = timing.endDate !== null && timing.endDate < now ? timing.endDate : now;
  // The reference itself is left out, and the patterns know whole minutes only.
  const [latest = due] = clock.previousRuns(1, new Date(last.getTime() + 1));
  const at = latest > due ? latest : due;
  const following = clock.nextRun(at);
  const make = following === null || following > now;
  return { at, missed: at > due || !make, make };
}

/** Throws where the pattern is not one that `parseCron` accepts; the API has refused those. */
function clockOf(pattern: string): Clock {
  const parsed = parseCron(pattern);
  if (!parsed.ok) throw new Error(`The pattern ${pattern} ${parsed.problem}.`);
  const { cron } = parsed;
  return new Clock(textOf(cron), { mode: "5-part", utcOffset: 0, domAndDow: !cron.either, paused: true });
}

function textOf({ fields }: Cron): string {
  return fields.map((values) => values?.join(",") ?? "*").join(" ");
}
