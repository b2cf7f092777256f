import type { MonitorRequest } from "../../../typescript/src/index.ts";
import type { Capture } from "./entry.ts";
import { readJsonFilters } from "./jsonPath.ts";
import { escapePattern, isUsable } from "./patterns.ts";
import { listOf, recordOf, textOf, textsOf } from "./values.ts";

type ValueEntry = NonNullable<Capture["values"]>[number];
type AlertWhen = NonNullable<MonitorRequest["alertWhen"]>;
type Condition = Extract<AlertWhen, { all: unknown }>["all"][number];

/** Settings by which a watch reads its page and alerts. `isValues` is whether it compares values in place of text. */
export type Rules = { values: ValueEntry[]; alertWhen?: AlertWhen; isValues: boolean; warnings: string[] };

/** A value that a rule needs, and its condition. Null for a rule without an equal. */
type Rule = { value: Omit<ValueEntry, "name">; condition: Omit<Condition, "value"> } | null;

/** The comparisons of numbers by their signs. */
const comparisons: ReadonlyMap<string, Condition["is"]> = new Map([
  [">", "above"],
  [">=", "above"],
  ["<", "below"],
  ["<=", "below"],
  ["==", "equals"],
]);

const numberPattern = "([0-9][0-9.,]*)";

/** The rules of a watch: its texts that allow or forbid a change, its conditions, its JSON filters and its extracted texts. */
export function readRules(watch: Record<string, unknown>, selector: string | undefined): Rules {
  if (watch["processor"] === "restock_diff") return readRestock(watch);
  const warnings: string[] = [];
  const values: ValueEntry[] = [];
  const conditions: Condition[] = [];
  const add = (name: string, rule: Rule, sentence: string) => {
    if (rule === null) warnings.push(sentence);
    else {
      values.push({ name, ...rule.value });
      conditions.push({ value: name, ...rule.condition });
    }
  };
  const [trigger, blocking] = [textsOf(watch["trigger_text"]), textsOf(watch["text_should_not_be_present"])];
  if (trigger.length > 0) add("trigger", withPattern(trigger, "appears"), about("trigger_text"));
  if (blocking.length > 0) add("blocking", withPattern(blocking, "disappears"), about("text_should_not_be_present"));
  const rows = listOf(watch["conditions"]).map(recordOf);
  for (const [index, row] of rows.entries()) {
    const { field, operator, value } = row;
    const words = [field, operator, value].map(textOf).join(" ");
    add(`condition${index + 1}`, readCondition(row, selector), `conditions: “${words}” has no equal condition.`);
    if (operator === ">=" || operator === "<=")
      warnings.push(`conditions: “${words}” alerts beyond ${textOf(value)}, and not at it.`);
  }
  const { found, other } = readJsonFilters(textsOf(watch["include_filters"]));
  const extractPatterns = textsOf(watch["extract_text"]).map((text) => alternativeOf(text));
  const usablePatterns = extractPatterns.filter(isUsable);
  const textValues = [
    ...found.map(({ jsonPath, isList }, index) => ({
      name: `json${index + 1}`,
      jsonPath,
      ...(isList && { as: "list" as const }),
    })),
    ...usablePatterns.map((pattern, index) => ({ name: `text${index + 1}`, pattern })),
  ];
  const isAny = watch["conditions_match_logic"] === "ANY" && conditions.length === rows.length;
  return {
    values: [...values, ...textValues],
    ...(conditions.length > 0 && { alertWhen: isAny ? { any: conditions } : { all: conditions } }),
    isValues: textValues.length > 0,
    warnings: [
      ...warnings,
      ...other.map((filter) => `include_filters: ${filter} has no equal JSONPath.`),
      ...(extractPatterns.length > usablePatterns.length ? [about("extract_text")] : []),
      ...(usablePatterns.length > 0 ? ["extract_text: The first match of each pattern is read."] : []),
    ],
  };
}

/** Prices and stock, as the page declares them. */
function readRestock(watch: Record<string, unknown>): Rules {
  const settings = recordOf(watch["processor_config_restock_diff"] ?? watch["restock_settings"]);
  const stock = settings["in_stock_processing"] ?? "in_stock_only";
  const followsPrice = settings["follow_price_changes"] !== false;
  const [min, max, percent] = ["price_change_min", "price_change_max", "price_change_threshold_percent"].map((name) =>
    numberOf(settings[name]),
  );
  const bounds: Condition[] = [
    ...(min == null ? [] : [{ value: "price", is: "below" as const, than: min }]),
    ...(max == null ? [] : [{ value: "price", is: "above" as const, than: max }]),
  ];
  const change: Condition =
    percent == null || percent === 0
      ? { value: "price", is: "changed" }
      : { value: "price", is: "changedBy", than: `${percent}%` };
  const conditions: Condition[] = [
    ...(stock === "in_stock_only" ? [{ value: "availability", is: "equals" as const, than: "InStock" }] : []),
    ...(stock === "all_changes" ? [{ value: "availability", is: "changed" as const }] : []),
    ...(followsPrice ? (bounds.length > 0 ? bounds : [change]) : []),
  ];
  return {
    values: [
      { name: "price", product: "price" },
      { name: "availability", product: "availability" },
    ],
    ...(conditions.length > 0 && { alertWhen: { any: conditions } }),
    isValues: true,
    warnings: [
      "processor: Price and stock are read from what the page declares, and not guessed from its text.",
      ...(bounds.length > 0 && percent != null && percent !== 0
        ? ["price_change_threshold_percent: The price alerts by its bounds."]
        : []),
    ],
  };
}

function about(name: string): string {
  return `${name}: It has a pattern that RE2 does not support, or a long one.`;
}

function readCondition({ field, operator, value: given }: Record<string, unknown>, selector: string | undefined): Rule {
  const [kind, value] = [textOf(operator), textOf(given)];
  if (field === "extracted_number") {
    const than = numberOf(given);
    const is = comparisons.get(kind);
    if (than === null || is === undefined) return null;
    const source = selector === undefined ? { pattern: numberPattern } : { selector };
    return { value: { ...source, as: "number" }, condition: { is, than } };
  }
  if (field !== "page_filtered_text" || value === "") return null;
  const text = escapePattern(value.trim());
  const patterns: Readonly<Record<string, string>> = {
    in: escapePattern(value),
    contains_regex: `(?i:${value})`,
    starts_with: `(?i)\\A\\s*${text}`,
    ends_with: `(?i)${text}\\s*\\z`,
  };
  const pattern = patterns[kind.replace(/^!/u, "")];
  if (pattern === undefined || !isUsable(pattern)) return null;
  return { value: { pattern }, condition: { is: kind.startsWith("!") ? "disappears" : "appears" } };
}

function withPattern(texts: readonly string[], is: "appears" | "disappears"): Rule {
  const pattern = texts.map((text) => alternativeOf(text)).join("|");
  return isUsable(pattern) ? { value: { pattern }, condition: { is } } : null;
}

/** A text in any case, or a pattern between slashes, as a part of a pattern. */
function alternativeOf(text: string): string {
  const [, pattern, flags = ""] = /^\/(.+)\/([a-z]*)$/su.exec(text) ?? [];
  if (pattern === undefined) return `(?i:${escapePattern(text)})`;
  const kept = [...new Set(flags)].filter((flag) => "ims".includes(flag)).join("");
  return `(?${kept}:${pattern})`;
}

function numberOf(value: unknown): number | null {
  const number = value === null || value === "" ? NaN : Number(value);
  return Number.isFinite(number) ? number : null;
}
