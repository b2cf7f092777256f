import type { ValueEntry } from "#schemas/options/values.ts";
import { elementDependencies, type ElementsToRead, readElements } from "../page/readElements.ts";
import { productDependencies, readProduct } from "../page/readProduct.ts";
import type { PageFunction } from "../page/safeDom.ts";
import { maxReadChars, maxTexts } from "./toValue.ts";

/** The part of a probe that reads values: its functions, and the members of its result. Both are empty without values. */
export function valuesProbe(entries: readonly ValueEntry[]): { functions: PageFunction[]; members: string[] } {
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

function elementsOf(entries: readonly ValueEntry[]): ElementsToRead[] {
  return entries.flatMap(({ selector, attribute = null, as }) =>
    selector === undefined ? [] : [{ selector, attribute, maxElements: maxTexts(as), maxChars: maxReadChars }],
  );
}
