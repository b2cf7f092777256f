import type { Condition } from "#schemas/monitor/alertWhen.ts";
import type { ReadValue, Value } from "#schemas/values.ts";

/** Whether a text has an RE2 pattern. The caller searches, as this may take long. */
export type PatternTest = (text: string, pattern: string) => boolean;

/** The facts that a condition is judged by. `reference` is the value that changes start from; null if there is none yet. */
type Facts = { reading: ReadValue | undefined; reference: Value | null; matches: PatternTest };

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
  changed: (value, _than, { reference }) => reference !== null && !isSame(value, reference),
  changedBy: (value, than, { reference }) => isMoved(value, than, reference),
  contains: (value, than) => someText(value, than, (text, part) => text.toLowerCase().includes(part.toLowerCase())),
  matches: (value, than, { matches }) => someText(value, than, matches),
};

function inOrder(less: Value | undefined, more: Value | undefined): boolean | null {
  return typeof less === "number" && typeof more === "number" ? less < more : null;
}

function isSame(one: Value, other: Value): boolean {
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

function someText(value: Value, than: Condition["than"], test: PatternTest): boolean | null {
  if (typeof than !== "string" || typeof value === "number" || typeof value === "boolean") return null;
  return [value].flat().some((text) => test(text, than));
}
