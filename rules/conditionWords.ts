import type { MetCondition } from "#schemas/monitor/alertWhen.ts";
import { cutSide, oneLine } from "./oneLine.ts";
import { scaleAfter } from "./values/markers.ts";

/** Maximum conditions in one line. */
const maxShown = 3;

/** Conditions that alerted, in one line: "€39.00 → €89.00 (above €80)". Null without conditions. */
export function conditionLine(conditions: readonly MetCondition[] = []): string | null {
  const [only, ...others] = conditions;
  if (only === undefined) return null;
  if (others.length === 0) return conditionWords(only);
  const shown = conditions.slice(0, maxShown).map((one) => `${one.value} ${conditionWords(one)}`);
  const more = conditions.length - shown.length;
  return [...shown, ...(more > 0 ? [`${more} more`] : [])].join("; ");
}

/** A condition with its value before and after. */
export function conditionWords(met: MetCondition): string {
  const { is, before, after } = met;
  const [left, right] = [before, after].map((shown) => shownText(shown));
  if (is === "appears") return isFlag(after) || right === null ? "appeared" : `appeared: ${right}`;
  if (is === "disappears") return isFlag(before) || left === null ? "disappeared" : `disappeared: ${left}`;
  const change = left === null || left === right ? (right ?? "nothing") : `${left} → ${right ?? "nothing"}`;
  const limit = limitWords(met);
  return limit === null ? change : `${change} (${limit})`;
}

function limitWords({ is, than, after }: MetCondition): string | null {
  if (than === undefined) return null;
  const words = [than]
    .flat()
    .map((entry) => (typeof entry === "number" ? inUnit(entry, after?.text ?? "") : quoted(entry)));
  return `${verbs[is] ?? is} ${is === "changedBy" && typeof than === "string" ? than : words.slice(0, 5).join(", ")}`;
}

const verbs: Partial<Record<MetCondition["is"], string>> = {
  equals: "is",
  in: "one of",
  changedBy: "by at least",
};

function quoted(entry: string | boolean): string {
  return typeof entry === "boolean" ? (entry ? "yes" : "no") : `“${cutSide(oneLine(entry))}”`;
}

/** A limit with the sign of currency or of percent that the page's number has. `1.2m` is no unit: it multiplies. */
function inUnit(limit: number, text: string): string {
  const [, before = "", after = ""] =
    /^([^\d.,+\u2212-]{0,4})[+\u2212-]?\d(?:[\d.,'\u2019\s]*\d)?(\D{0,4})$/u.exec(text) ?? [];
  return scaleAfter(after, before !== "") === 0 ? `${before}${limit}${after}` : String(limit);
}

/** The words on the page, else the value. Null if there are none. */
export function shownText(shown: MetCondition["after"]): string | null {
  if (shown === null) return null;
  if (typeof shown.value === "boolean") return shown.value ? "yes" : "no";
  const text = cutSide(oneLine(shown.text ?? String(shown.value)));
  return text === "" ? null : text;
}

/** Whether a value only says that something is there. */
function isFlag(shown: MetCondition["after"]): boolean {
  return typeof shown?.value === "boolean";
}
