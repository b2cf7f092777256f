import type { Condition } from "#schemas/monitor/alertWhen.ts";
import type { ReadValue, Value } from "#schemas/values.ts";

/** Maximum characters of a value that is kept between two runs. */
export const maxKeptChars = 200;

/** Whether a text has an RE2 pattern; null if that took too long. The caller searches. */
export type PatternTest = (text: string, pattern: string) => boolean | null;

/** The facts that a condition is judged by. `reference` is the value that changes start from, or its digest; null if there is none yet. */
type Facts = {
  reading: ReadValue | undefined;
  reference: Value | null;
  matches: PatternTest;
  digest: (text: string) => string;
};

type Judge = (value: Value, than: Condition["than"], facts: Facts) => boolean | null;

/** Whether a condition holds; null if its value could not be read, or has another type than the condition. */
export function judgeCondition({ is, than }: Condition, facts: Facts): boolean | null {
  const { reading } = facts;
  if (reading === undefined) return null;
  if (is === "appears" || is === "disappears") {
    const isThere = presenceOf(reading);
    return isThere === null ? null : isThere === (is === "appears");
  }
  return reading.value === null ? null : judges[is](reading.value, than, facts);
}

/** Whether a value is on the page; null if that is not certain. */
function presenceOf({ value, reason }: ReadValue): boolean | null {
  if (value === null) return reason === "not_found" ? false : null;
  if (typeof value === "boolean") return value;
  return typeof value === "number" || value.length > 0;
}

const judges: Record<Exclude<Condition["is"], "appears" | "disappears">, Judge> = {
  below: (value, than) => inOrder(value, than),
  above: (value, than) => inOrder(than, value),
  equals: (value, than) => (typeof value === typeof than ? value === than : null),
  in: (value, than) => isAmong(value, than),
  changed: (value, _than, { reference, digest }) =>
    reference !== null && !isSame(referenceOf(value, digest), reference),
  changedBy: (value, than, { reference }) => isMoved(value, than, reference),
  contains: (value, than) => testText(value, than, (text, part) => text.toLowerCase().includes(part.toLowerCase())),
  matches: (value, than, { matches }) => testText(value, than, matches),
};

function inOrder(less: unknown, more: unknown): boolean | null {
  return typeof less === "number" && typeof more === "number" ? less < more : null;
}

/** The value that later ones are compared with; the digest of a long one. */
export function referenceOf(value: Value | null, digest: (text: string) => string): Value | null {
  if (value === null || typeof value === "number" || typeof value === "boolean") return value;
  const text = JSON.stringify(value);
  return text.length <= maxKeptChars ? value : digest(text);
}

/** Null if no entry has the value's type. */
function isAmong(value: Value, than: Condition["than"]): boolean | null {
  const entries = [than].flat().filter((entry) => typeof entry === typeof value);
  return entries.length === 0 ? null : entries.some((entry) => entry === value);
}

function isSame(one: Value | null, other: Value): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Share by which decimal fractions miss their difference: 0.3 - 0.1 is less than 0.2. */
const roundingShare = 1e-9;

/** Whether a number is at least `than` away from the reference. `than` is a number, or a share such as `10%`. */
function isMoved(value: Value, than: Condition["than"], reference: Value | null): boolean | null {
  if (typeof value !== "number") return null;
  if (typeof reference !== "number") return false;
  const least = typeof than === "number" ? than : shareOf(than, reference);
  if (least === null) return null;
  return value !== reference && Math.abs(value - reference) >= least * (1 - roundingShare);
}

function shareOf(than: Condition["than"], reference: number): number | null {
  const percent = typeof than === "string" ? /^([0-9.]{1,20})%$/u.exec(than)?.[1] : undefined;
  return percent === undefined ? null : (Math.abs(reference) * Number(percent)) / 100;
}

function testText(value: Value, than: Condition["than"], test: PatternTest): boolean | null {
  const text = searchedText(value);
  return text === null || typeof than !== "string" ? null : test(text, than);
}

/** The text of a value that conditions search, a line for each text of a list; null for other values. */
export function searchedText(value: Value | null): string | null {
  return typeof value === "string" ? value : Array.isArray(value) ? value.join("\n") : null;
}
