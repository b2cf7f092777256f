import { type NumberHints, readNumber } from "#rules/values/readNumber.ts";
import type { JsonMatches } from "./findInJson.ts";
import type { ValueEntry } from "#schemas/options/values.ts";
import { maxListEntries, maxShownChars, maxValueChars, type ReadValue } from "#schemas/values.ts";
import { cutChars } from "../../cut.ts";

/** Texts that the page has at the place of a value, or why they could not be read. */
export type Found = { texts: readonly string[] } | { reason: string };

type Type = NonNullable<ValueEntry["as"]>;

/** A value of a JSON document. Its numbers and truths need no reading. */
export function toJsonValue({ as = "text" }: ValueEntry, found: JsonMatches): ReadValue {
  if ("reason" in found) return { value: null, text: null, reason: found.reason };
  const [first] = found.leaves;
  const isTyped = (as === "number" && typeof first === "number") || (as === "boolean" && typeof first === "boolean");
  if (isTyped) return { value: first, text: String(first) };
  return readTexts(as, found.leaves.map(String), { isAttribute: true, hints: {} });
}

/** Texts to ask for. One more than a list may have shows that there are too many. */
export function maxTexts(as: Type = "text"): number {
  return as === "list" ? maxListEntries + 1 : 1;
}

/** Characters to ask for. One more than a value may have shows that it is too long. */
export const maxReadChars = maxValueChars + 1;

/** A value with its words on the page. `hints` decide what `1.299` is. */
export function toValue({ attribute, as = "text" }: ValueEntry, found: Found, hints: NumberHints): ReadValue {
  if ("reason" in found) return { value: null, text: null, reason: found.reason };
  return readTexts(as, found.texts, { isAttribute: attribute !== undefined, hints });
}

function readTexts(as: Type, texts: readonly string[], facts: Facts): ReadValue {
  const text = texts.length === 0 ? null : cutChars(texts.join(", "), maxShownChars);
  const read = readers[as](texts, facts);
  return "reason" in read ? { value: null, text, reason: read.reason } : { value: read.value, text };
}

type Reading = { value: NonNullable<ReadValue["value"]> } | { reason: string };
/** Attributes and JSON are written for machines. */
type Facts = { isAttribute: boolean; hints: NumberHints };
type Reader = (texts: readonly string[], facts: Facts) => Reading;

const readers: Readonly<Record<Type, Reader>> = {
  text: ([first]) => {
    if (first === undefined) return { reason: "not_found" };
    return first.length > maxValueChars ? { reason: "too_long" } : { value: first };
  },
  number([first], { isAttribute, hints }) {
    if (first === undefined) return { reason: "not_found" };
    // Attributes are written for machines, so the page's notation says nothing about them.
    return readNumber(first, isAttribute ? {} : hints);
  },
  boolean: ({ length }) => ({ value: length > 0 }),
  list(texts) {
    const chars = texts.reduce((sum, { length }) => sum + length, 0);
    const isTooLong = texts.length > maxListEntries || chars > maxValueChars;
    return isTooLong ? { reason: "too_long" } : { value: [...texts] };
  },
};
