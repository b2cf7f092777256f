import { JSONPathEnvironment } from "json-p3";
import type { FieldProblem } from "#schemas/common.ts";
import type { ValueEntry } from "#schemas/options/values.ts";
import { checkPattern } from "./textRules.ts";
import { checkSelector } from "./validateSelectors.ts";

/** A word such as `false` in an attribute says no, and a boolean says whether the page has the element. */
const attributeOfTruth = "is not for a boolean: name its word in the selector, such as [aria-checked=true]";

function typeOfProduct(product: NonNullable<ValueEntry["product"]>): "number" | "text" {
  return product === "price" ? "number" : "text";
}

/** The problems of values to read: their sources, selectors and patterns, and names that stand twice. */
export function checkValues(field: string, entries: readonly ValueEntry[] = []): FieldProblem[] {
  return entries.flatMap((entry, index) => {
    const { name, selector, pattern, jsonPath, product, attribute, as } = entry;
    const sources = [selector, pattern, jsonPath, product].filter((source) => source !== undefined);
    const place = `${field}.${index}`;
    const isTwice = entries.findIndex((other) => other.name === name) < index;
    return [
      ...(isTwice ? [{ field: `${place}.name`, message: `must differ from others, and ${name} stands twice` }] : []),
      ...(sources.length === 1
        ? []
        : [{ field: place, message: "must have one of selector, pattern, jsonPath and product" }]),
      ...(product !== undefined && as !== undefined && as !== typeOfProduct(product)
        ? [{ field: `${place}.as`, message: `must be left out, as ${product} is a ${typeOfProduct(product)}` }]
        : []),
      ...(attribute !== undefined && selector === undefined
        ? [{ field: `${place}.attribute`, message: "needs selector: leave it out, or name the element" }]
        : []),
      ...(attribute !== undefined && as === "boolean"
        ? [{ field: `${place}.attribute`, message: attributeOfTruth }]
        : []),
      ...(selector === undefined ? [] : checkSelector(`${place}.selector`, selector)),
      ...(pattern === undefined ? [] : checkPattern(`${place}.pattern`, pattern)),
      ...(jsonPath === undefined || isJsonPath(jsonPath)
        ? []
        : [{ field: `${place}.jsonPath`, message: "is not a JSONPath of RFC 9535, such as $.offers[0].price" }]),
    ];
  });
}

const paths = new JSONPathEnvironment();

function isJsonPath(text: string): boolean {
  try {
    paths.compile(text);
    return true;
  } catch {
    // The package has many errors for faults of a path, and the stack overflows for deep brackets.
    return false;
  }
}
