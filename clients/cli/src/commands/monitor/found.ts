import type { MonitorRun, RunValues } from "../../../../typescript/src/index.ts";
import { toPercent } from "./shown.ts";

type Reading = RunValues["values"][string];
type Condition = NonNullable<NonNullable<MonitorRun["result"]>["conditions"]>[number];

/** The findings of a run, each in a few words: `0.14 % of the pixels`, `words +4 −4`, `price €39.00 → €89.00`. */
export function findingsOf({ differenceRatio, result }: MonitorRun): string[] {
  const { text, conditions = [] } = result ?? {};
  return [
    ...(differenceRatio === undefined ? [] : [`${toPercent(differenceRatio)} of the pixels`]),
    ...(text === undefined ? [] : [`words +${text.addedWords} −${text.removedWords}`]),
    ...conditions.map(conditionWords),
  ];
}

/** A value that alerted, before and after. */
function conditionWords({ value, before, after }: Condition): string {
  const sides = [before, after].map((shown) => (shown === null ? "nothing" : readingWords(shown)));
  return `${value} ${sides.join(" → ")}`;
}

/** A value as it is on the page. If it could not be read, the reason in brackets. */
export function readingWords({ value, text, reason }: Pick<Reading, "value" | "text"> & { reason?: string }): string {
  if (value === null) return `(${reason ?? "not read"})`;
  if (typeof value === "boolean") return value ? "yes" : "no";
  return text === null || text === "" ? [value].flat().join(", ") : text;
}
