import type { AlertWhen, Condition, ConditionKind } from "#schemas/monitor/alertWhen.ts";
import type { Monitor } from "#schemas/monitor/monitor.ts";
import { type Form, listAt } from "../../../forms/draft.ts";
import { changeOptions } from "./choices.ts";

export const maxConditions = 20;

/** The kinds of conditions, as in “price is below 50”. */
export const kindOptions = [
  { value: "below", label: "is below" },
  { value: "above", label: "is above" },
  { value: "equals", label: "is" },
  { value: "in", label: "is one of" },
  { value: "changed", label: "changes" },
  { value: "changedBy", label: "changes by at least" },
  { value: "contains", label: "contains" },
  { value: "matches", label: "matches" },
  { value: "appears", label: "appears" },
  { value: "disappears", label: "disappears" },
] as const satisfies readonly { value: ConditionKind; label: string }[];

/** Kinds that compare nothing. */
const plainKinds: ReadonlySet<ConditionKind> = new Set(["changed", "appears", "disappears"]);

/** Whether a kind compares the value with something. */
export function needsThan(kind: ConditionKind): boolean {
  return !plainKinds.has(kind);
}

export const formOptions = [
  { value: "any", label: "One of them begins to hold" },
  { value: "all", label: "All of them hold" },
] as const;
type ConditionForm = (typeof formOptions)[number]["value"];

/** The conditions of a form. Until the form is sent, what a person typed to compare with is a text. */
export type Conditions = { form: ConditionForm; list: readonly Condition[] };

export function conditionsOf(form: Form): Conditions {
  // Entries replace what is saved, also its form.
  const alertWhen: unknown = form.read("alertWhen");
  const { any, all }: Readonly<Record<string, unknown>> = Object(alertWhen);
  if (Array.isArray(all)) return { form: "all", list: all.filter(isCondition) };
  return { form: "any", list: Array.isArray(any) ? any.filter(isCondition) : [] };
}

function isCondition(entry: unknown): entry is Condition {
  return typeof entry === "object" && entry !== null && "value" in entry && "is" in entry;
}

/** Sets the conditions. None of them means that each change alerts. */
export function setConditions(form: Form, { form: kind, list }: Conditions): void {
  form.set({ alertWhen: list.length === 0 ? undefined : { [kind]: list } });
}

/** The names of the values that the capture reads. */
export function valueNames(form: Form): string[] {
  return listAt(form, "capture.values").flatMap((entry) => textIn(entry, "name") ?? []);
}

function textIn(entry: unknown, name: string): string | null {
  const value: unknown = Object(entry)[name];
  return typeof value === "string" ? value : null;
}

/** The text of what a condition compares with. Entries of a list have commas between them. */
export function thanText(than: Condition["than"]): string {
  if (typeof than === "boolean") return than ? "yes" : "no";
  return [than ?? ""].flat().join(", ");
}

/** The alert conditions in the words of the form: `price is above 50 or stock appears`. */
export function alertWords({
  alertWhen,
  capture: { changeOn = "picture" },
}: Pick<Monitor, "alertWhen" | "capture">): string {
  if (alertWhen === null) return labelOf(changeOptions, changeOn).toLowerCase();
  const [list, between] = "any" in alertWhen ? [alertWhen.any, " or "] : [alertWhen.all, " and "];
  const words = list.map(({ value, is, than }) => [value, labelOf(kindOptions, is), thanText(than)].join(" ").trim());
  return words.join(between);
}

function labelOf(options: readonly { value: string; label: string }[], value: string): string {
  return options.find((option) => option.value === value)?.label ?? value;
}

/** The conditions as the API takes them. Texts become the numbers, flags and lists that their kind and value need. */
export function sentConditions(form: Form): AlertWhen | null {
  const { form: kind, list } = conditionsOf(form);
  if (list.length === 0) return null;
  const types = new Map(listAt(form, "capture.values").map((entry) => [textIn(entry, "name"), typeOf(entry)]));
  const sent = list.map(({ than, ...rest }): Condition => {
    if (!needsThan(rest.is) || than === undefined) return rest;
    return { ...rest, than: typeof than === "string" ? readThan(than, rest.is, types.get(rest.value)) : than };
  });
  return kind === "all" ? { all: sent } : { any: sent };
}

/** The type as which a value is read. */
function typeOf(entry: unknown): string {
  return textIn(entry, "as") ?? (textIn(entry, "product") === "price" ? "number" : "text");
}

/** A text that does not fit stays a text, so that the API names the problem. */
function readThan(text: string, is: ConditionKind, type = "text"): NonNullable<Condition["than"]> {
  const isNumber = type === "number";
  if (is === "below" || is === "above" || is === "changedBy") return toNumber(text);
  if (is === "equals" && type === "boolean") return flags.get(text.trim().toLowerCase()) ?? text;
  if (is === "equals" && isNumber) return toNumber(text);
  if (is !== "in") return text;
  const entries = text.split(",").flatMap((entry) => (entry.trim() === "" ? [] : [entry.trim()]));
  return isNumber ? entries.map(toNumber) : entries;
}

const flags: ReadonlyMap<string, boolean> = new Map([
  ["yes", true],
  ["true", true],
  ["no", false],
  ["false", false],
]);

function toNumber(text: string): number | string {
  const number = Number(text);
  return text.trim() === "" || !Number.isFinite(number) ? text.trim() : number;
}
