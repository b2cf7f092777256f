import type { FieldProblem } from "#schemas/common.ts";
import { type AlertWhen, type Condition, type ConditionKind, maxAlertWhenChars } from "#schemas/monitor/alertWhen.ts";
import type { MonitorCapture } from "#schemas/monitor/capture.ts";
import type { ValueEntry } from "#schemas/options/values.ts";
import { conditionsOf } from "#rules/alertWhen.ts";
import { checkPattern } from "../renders/textRules.ts";

type ValueType = NonNullable<ValueEntry["as"]>;

/** A kind of `than`: its words in messages, and whether a value is one. */
type Comparand = { words: string; fits: (than: NonNullable<Condition["than"]>) => boolean };

const aNumber: Comparand = { words: "a number", fits: (than) => typeof than === "number" };
const aText: Comparand = { words: "a text", fits: (than) => typeof than === "string" };
const aFlag: Comparand = { words: "true or false", fits: (than) => typeof than === "boolean" };
const aDistance: Comparand = {
  words: 'a number above 0, or a share such as "10%"',
  fits: (than) =>
    typeof than === "number" ? than > 0 : typeof than === "string" && Number(/^([0-9.]{1,20})%$/.exec(than)?.[1]) > 0,
};
const listOf = (words: string, type: "number" | "string"): Comparand => ({
  words,
  fits: (than) => Array.isArray(than) && than.every((entry) => typeof entry === type),
});
const numbers = listOf("a list of numbers", "number");
const texts = listOf("a list of texts", "string");

/** The types of values that each kind of condition takes, with its `than`; null for none. */
const kinds: Record<ConditionKind, Partial<Record<ValueType, Comparand | null>>> = {
  below: { number: aNumber },
  above: { number: aNumber },
  equals: { number: aNumber, text: aText, boolean: aFlag },
  in: { number: numbers, text: texts },
  changed: { number: null, text: null, boolean: null, list: null },
  changedBy: { number: aDistance },
  contains: { text: aText, list: aText },
  matches: { text: aText, list: aText },
  appears: { number: null, text: null, boolean: null, list: null },
  disappears: { number: null, text: null, boolean: null, list: null },
};

type Settings = { alertWhen: AlertWhen | null; values: MonitorCapture["values"] };

/** The problems of a monitor's conditions after a change. `given` is what the change has. */
export function checkConditions({ alertWhen, values = [] }: Settings, given: Partial<Settings>): FieldProblem[] {
  if (alertWhen === null) return [];
  if (given.alertWhen === undefined) return given.values === undefined ? [] : missingValues(alertWhen, values);
  const forms = ["any", "all"].filter((form) => form in alertWhen);
  if (forms.length !== 1) return [{ field: "alertWhen", message: "must have either any or all" }];
  if (JSON.stringify(alertWhen).length > maxAlertWhenChars) {
    return [{ field: "alertWhen", message: `must have at most ${maxAlertWhenChars} characters as JSON` }];
  }
  return conditionsOf(alertWhen).flatMap((condition, index) =>
    checkCondition(`alertWhen.${forms[0]}.${index}`, condition, values),
  );
}

/** A change of the values keeps those that conditions name. */
function missingValues(alertWhen: AlertWhen, values: readonly ValueEntry[]): FieldProblem[] {
  const problems = conditionsOf(alertWhen).flatMap((condition) => checkCondition("", condition, values));
  if (problems.length === 0) return [];
  const names = [...new Set(conditionsOf(alertWhen).map(({ value }) => value))].join(", ");
  return [{ field: "capture.values", message: `must fit alertWhen, which names ${names}; change alertWhen as well` }];
}

function checkCondition(field: string, { value, is, than }: Condition, values: readonly ValueEntry[]): FieldProblem[] {
  const entry = values.find(({ name }) => name === value);
  if (entry === undefined) {
    const names = values.length === 0 ? "it has none" : `it has ${values.map(({ name }) => name).join(", ")}`;
    return [{ field: `${field}.value`, message: `is ${value}, which capture.values lacks: ${names}` }];
  }
  const type = typeOf(entry);
  const comparand = kinds[is][type];
  if (comparand === undefined) {
    const types = Object.keys(kinds[is]).join(" or ");
    return [
      { field: `${field}.is`, message: `is not for a ${type}, as which ${value} is read: ${is} takes a ${types}` },
    ];
  }
  const place = `${field}.than`;
  if (comparand === null) {
    return than === undefined ? [] : [{ field: place, message: `must be left out, as ${is} compares nothing` }];
  }
  if (than === undefined || !comparand.fits(than)) return [{ field: place, message: `must be ${comparand.words}` }];
  return is === "matches" && typeof than === "string" ? checkPattern(place, than) : [];
}

/** The type as which a value is read. */
function typeOf({ product, as }: ValueEntry): ValueType {
  return as ?? (product === "price" ? "number" : "text");
}
