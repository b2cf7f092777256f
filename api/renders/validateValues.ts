import type { FieldProblem } from "#schemas/common.ts";
import type { ValueEntry } from "#schemas/options/values.ts";
import { checkPattern } from "./textRules.ts";
import { checkSelector } from "./validateSelectors.ts";

/** The problems of values to read: their sources, selectors and patterns, and names that stand twice. */
export function checkValues(field: string, entries: readonly ValueEntry[] = []): FieldProblem[] {
  return entries.flatMap((entry, index) => {
    const { name, selector, pattern, attribute } = entry;
    const place = `${field}.${index}`;
    const isTwice = entries.findIndex((other) => other.name === name) < index;
    return [
      ...(isTwice ? [{ field: `${place}.name`, message: `must differ from others, and ${name} stands twice` }] : []),
      ...((selector === undefined) === (pattern === undefined)
        ? [{ field: place, message: "must have either selector or pattern" }]
        : []),
      ...(attribute !== undefined && selector === undefined
        ? [{ field: `${place}.attribute`, message: "needs selector: leave it out, or name the element" }]
        : []),
      ...(selector === undefined ? [] : checkSelector(`${place}.selector`, selector)),
      ...(pattern === undefined ? [] : checkPattern(`${place}.pattern`, pattern)),
    ];
  });
}
