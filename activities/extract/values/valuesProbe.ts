import type { ValueEntry } from "#schemas/options/values.ts";
import { elementDependencies, type ElementsToRead, readElements } from "../page/readElements.ts";
import { productDependencies, readProduct } from "../page/readProduct.ts";
import type { PageFunction } from "../page/safeDom.ts";
import { maxReadChars, maxTexts } from "./toValue.ts";

/** A part of a probe: its functions, and the members of its result. */
type ProbePart = { functions: PageFunction[]; members: string[] };

/** The part of a probe that reads values. It is empty without values. */
export function valuesProbe(entries: readonly ValueEntry[]): ProbePart {
  if (entries.length === 0) return { functions: [], members: [] };
  const wantsProduct = entries.some(({ product }) => product !== undefined);
  return {
    functions: [readElements, ...elementDependencies, ...(wantsProduct ? [readProduct, ...productDependencies] : [])],
    members: [
      `values: ${readElements.name}(${JSON.stringify(elementsOf(entries))})`,
      ...(wantsProduct ? [`product: ${readProduct.name}()`] : []),
    ],
  };
}

/** The part of a probe that reads the elements of values. It is empty without such values. */
export function elementsProbe(entries: readonly ValueEntry[]): ProbePart {
  return valuesProbe(entries.filter(({ selector }) => selector !== undefined));
}

function elementsOf(entries: readonly ValueEntry[]): ElementsToRead[] {
  return entries.flatMap(({ selector, attribute = null, as }) =>
    selector === undefined ? [] : [{ selector, attribute, maxElements: maxTexts(as), maxChars: maxReadChars }],
  );
}
