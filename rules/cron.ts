import { Cron as Clock } from "croner";
import type { Recurrence, ScheduleTiming } from "#schemas/schedule.ts";

/** One of the five fields: its name, the range of its values, and names for the first values. */
type FieldRule = { name: string; from: number; to: number; names: readonly string[] };

const months = ["JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC"];
const weekdays = ["SUN", "MON", "TUE", "WED", "THU", "FRI", "SAT"];

const fieldRules = [
  { name: "minute", from: 0, to: 59, names: [] },
  { name: "hour", from: 0, to: 23, names: [] },
  { name: "day of month", from: 1, to: 31, names: [] },
  { name: "month", from: 1, to: 12, names: months },
  { name: "day of week", from: 0, to: 7, names: weekdays },
] satisfies FieldRule[];

/**
 * Five parsed cron fields. `fields` has the values of minute, hour, day of month, month and day of week (0 is Sunday); null
 * means every value. With `either`, a day matches if one of the two day fields does. `fixed` means that neither minute nor
 * hour has a `*`; such a time is kept when the clock changes (see docs/schedules.md).
 */
export type Cron = { fields: (number[] | null)[]; either: boolean; fixed: boolean };

/** The parsed fields, or the problem with them. */
export type ParsedCron = { ok: true; cron: Cron } | { ok: false; problem: string };

/** A grammar of fields, with its description for error messages. */
type Grammar = {
  each: string;
  supported: string;
  /** The values of a field, null for every value, or the problem with it. */
  parseField(text: string, rule: FieldRule): number[] | null | string;
};

const patternGrammar: Grammar = {
  each: "each `*`, one number, or `*/n`",
  supported: "supported are `*`, one number, or `*/n` (no names, lists or ranges; `cron` takes those)",
  parseField: parsePatternField,
};

const cronGrammar: Grammar = {
  each: "each `*`, a number, a name, a range, a step, or a list of these",
  supported: "supported are `*`, `8`, `MON`, `1-5`, `*/15`, `8-18/2`, and lists such as `1,3,5`",
  parseField: parseCronField,
};

/**
 * Parses the five fields of `pattern`. Each is an asterisk, one number, or a step of all values. As in crontab(5), a day must
 * match one of the two day fields if neither begins with `*`, else both.
 */
export function parsePattern(text: string): ParsedCron {
  return parse(text, patternGrammar);
}

/** Parses the five fields of `cron`, which also allow names, lists, ranges and steps. Days match as in `parsePattern`. */
export function parseCron(text: string): ParsedCron {
  return parse(text, cronGrammar);
}

/** The fields, separated by one space. */
export function plainCron(text: string): string {
  return text.trim().replaceAll(/\s+/g, " ");
}

function parse(text: string, grammar: Grammar): ParsedCron {
  const parts = text.trim().split(/\s+/);
  if (parts.length !== fieldRules.length) {
    const count = text.trim() === "" ? 0 : parts.length;
    const order = "minute, hour, day of month, month and day of week";
    return { ok: false, problem: `must have five fields: ${order}, ${grammar.each}; it has ${count}` };
  }
  const fields: (number[] | null)[] = [];
  for (const [index, rule] of fieldRules.entries()) {
    const field = grammar.parseField(parts[index] ?? "", rule);
    if (typeof field === "string") return { ok: false, problem: field };
    fields.push(field);
  }
  const [minute = "", hour = "", dayOfMonth = "", , dayOfWeek = ""] = parts;
  const either = !dayOfMonth.startsWith("*") && !dayOfWeek.startsWith("*");
  return { ok: true, cron: { fields, either, fixed: !`${minute}${hour}`.includes("*") } };
}

function parsePatternField(text: string, rule: FieldRule): number[] | null | string {
  if (text === "*") return null;
  const [, step, literal] = /^(?:\*\/(\d{1,4})|(\d{1,4}))$/.exec(text) ?? [];
  if (step !== undefined) return stepped(Number(step), rule, wholeOf(rule));
  if (literal === undefined) return notSupported(text, rule, patternGrammar);
  const value = Number(literal);
  return isWithin(value, rule) ? [plainValue(value, rule)] : outOfBounds(value, rule);
}

function parseCronField(text: string, rule: FieldRule): number[] | null | string {
  const values = new Set<number>();
  let every = false;
  for (const item of text.split(",")) {
    const parsed = item === "*" ? null : parseItem(item, rule, text);
    if (typeof parsed === "string") return parsed;
    every ||= parsed === null;
    for (const value of parsed ?? []) values.add(value);
  }
  return every ? null : [...values].toSorted((a, b) => a - b);
}

/** The values of one item of a list, or the problem with it. */
function parseItem(item: string, rule: FieldRule, text: string): number[] | string {
  const [, first = "", last, step] =
    /^(\*|\d{1,4}|[a-z]{3})(?:-(\d{1,4}|[a-z]{3}))?(?:\/(\d{1,4}))?$/i.exec(item) ?? [];
  if (first === "" || (first === "*" && last !== undefined)) return notSupported(text, rule, cronGrammar);
  if (first === "*") return stepped(Number(step), rule, wholeOf(rule));
  const from = valueOf(first, rule);
  const to = last === undefined ? from : valueOf(last, rule, "last");
  if (from === null || to === null) return notSupported(text, rule, cronGrammar);
  for (const value of [from, to]) if (!isWithin(value, rule)) return outOfBounds(value, rule);
  if (from > to) return `has ${quote(item)} as its ${rule.name}; a range must not go down, so write it as two`;
  if (step !== undefined && last === undefined) {
    return `has ${quote(item)} as its ${rule.name}; a step needs a range, such as \`${first}-${wholeOf(rule).to}/${step}\``;
  }
  return stepped(step === undefined ? 1 : Number(step), rule, { from, to });
}

/** The value of a number or name; null for an unknown name. A Sunday at the end of a range is 7. */
function valueOf(text: string, { names, from }: FieldRule, end: "first" | "last" = "first"): number | null {
  if (/^\d/.test(text)) return Number(text);
  const index = names.indexOf(text.toUpperCase());
  if (index < 0) return null;
  return names === weekdays && index === 0 && end === "last" ? 7 : index + from;
}

type Range = { from: number; to: number };

function wholeOf(rule: FieldRule): Range {
  return { from: rule.from, to: isWeekday(rule) ? 6 : rule.to };
}

function stepped(step: number, rule: FieldRule, { from, to }: Range): number[] | string {
  const maxStep = wholeOf(rule).to;
  if (step < 1 || step > maxStep) return `has a step of ${step} as its ${rule.name}; it must be 1 to ${maxStep}`;
  const values: number[] = [];
  for (let value = from; value <= to; value += step) values.push(plainValue(value, rule));
  return values;
}

function isWithin(value: number, { from, to }: FieldRule): boolean {
  return value >= from && value <= to;
}

function outOfBounds(value: number, rule: FieldRule): string {
  return `has ${value} as its ${rule.name}; it must be ${rule.from} to ${rule.to}`;
}

function notSupported(text: string, rule: FieldRule, { supported }: Grammar): string {
  return `has ${quote(text)} as its ${rule.name}; ${supported}`;
}

function quote(text: string): string {
  return JSON.stringify(text.slice(0, 20));
}

/** The value with 0 for Sunday, which may also be written as 7. */
function plainValue(value: number, rule: FieldRule): number {
  return isWeekday(rule) ? value % 7 : value;
}

function isWeekday({ names }: FieldRule): boolean {
  return names === weekdays;
}

/** The first fire of a recurrence after `after`, exclusive; null if there is none. */
export function nextFireOf(recurrence: Recurrence, after: Date): Date | null {
  return clockOf(recurrence).nextRun(after);
}

/** The last fire of a recurrence until `by`, inclusive; null if there is none. */
export function lastFireOf(recurrence: Recurrence, by: Date): Date | null {
  // `previousRuns` excludes the reference itself. Fires are due at whole minutes only.
  const [last = null] = clockOf(recurrence).previousRuns(1, new Date(by.getTime() + 1));
  return last;
}

/** The first instant after `after`, exclusive, at which a schedule is due; null if there is none. */
export function nextFire(timing: ScheduleTiming, after: Date): Date | null {
  switch (timing.type) {
    case "delayed":
      return timing.at > after ? timing.at : null;
    case "repeatable": {
      const next = nextFireOf(timing, after);
      return next === null || (timing.endDate !== null && next > timing.endDate) ? null : next;
    }
  }
}

/**
 * The fire to make at `now` for one that was due at `due`. After an outage only the latest missed fire is made. `missed` says
 * whether any fire is skipped. `make` is false if the latest is a full period late too, as the last before an end date may be.
 */
export function latestFire(timing: ScheduleTiming, due: Date, now: Date): { at: Date; missed: boolean; make: boolean } {
  if (timing.type === "delayed") return { at: due, missed: false, make: true };
  const last = timing.endDate !== null && timing.endDate < now ? timing.endDate : now;
  const latest = lastFireOf(timing, last);
  const at = latest !== null && latest > due ? latest : due;
  const following = nextFireOf(timing, at);
  const make = following === null || following > now;
  return { at, missed: at > due || !make, make };
}

/** @throws Error for invalid fields, which the API refuses before. */
function clockOf(recurrence: Recurrence): Clock {
  const { text, parsed, zone } =
    recurrence.pattern === undefined
      ? { text: recurrence.cron, parsed: parseCron(recurrence.cron), zone: { timezone: recurrence.timezone } }
      : { text: recurrence.pattern, parsed: parsePattern(recurrence.pattern), zone: { utcOffset: 0 } };
  if (!parsed.ok) throw new Error(`The schedule's ${text} ${parsed.problem}.`);
  const { cron } = parsed;
  return new Clock(textOf(cron), {
    ...zone,
    mode: "5-part",
    domAndDow: !cron.either,
    // With either rule, croner treats times as fixed exactly if `fixed` is set, as `*/n` is a list of two or more values here.
    fixedTimeRule: cron.fixed ? "no-wildcard" : "single-value",
    paused: true,
  });
}

function textOf({ fields }: Cron): string {
  return fields.map((values) => values?.join(",") ?? "*").join(" ");
}
