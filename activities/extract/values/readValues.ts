import { Type } from "typebox";
import type { ValueEntry } from "#schemas/options/values.ts";
import { bodyValidator } from "#schemas/validate.ts";
import { maxListEntries, maxShownChars, maxValueChars, type ReadValue } from "#schemas/values.ts";
import { cutChars } from "../../cut.ts";
import type { CapturedPage } from "../../ports.ts";
import type { RunOptions } from "../../processPool.ts";
import { isJsonObject } from "../metadata/jsonLd.ts";
import { searchText } from "../../compare/text/searchText.ts";
import type { ElementsToRead } from "../page/readElements.ts";

/** Texts that the page has at the place of a value, or why they could not be read. */
type Found = { texts: readonly string[] } | { reason: string };

/** Matches to ask for: one more than a value may have shows that there are too many. */
const maxMatches = { text: 1, boolean: 1, list: maxListEntries + 1 };
const maxReadChars = maxValueChars + 1;

/** The elements that a capture's probe reads for its values. */
export function elementsOf(entries: readonly ValueEntry[]): ElementsToRead[] {
  return entries.flatMap(({ selector, attribute = null, as = "text" }) =>
    selector === undefined ? [] : [{ selector, attribute, maxElements: maxMatches[as], maxChars: maxReadChars }],
  );
}

/** Whether the values need the page's visible text. */
export function needsText(entries: readonly ValueEntry[]): boolean {
  return entries.some(({ pattern }) => pattern !== undefined);
}

const Probed = Type.Array(Type.Union([Type.Array(Type.String({ maxLength: maxReadChars })), Type.Null()]));
const validate = bodyValidator(Probed);

/** The values of a page by their names. A hostile page can change its own values, and nothing else. */
export async function readValues(
  entries: readonly ValueEntry[],
  { probed, contents }: Pick<CapturedPage, "probed" | "contents">,
  search: RunOptions,
): Promise<Record<string, ReadValue>> {
  const checked = validate(isJsonObject(probed) ? probed["elements"] : null);
  const elements = checked.ok ? checked.value : [];
  const selected = entries.filter(({ selector }) => selector !== undefined);
  const patterned = entries.flatMap((entry) =>
    entry.pattern === undefined ? [] : [{ ...entry, pattern: entry.pattern }],
  );
  const matches = await searchText(
    {
      text: contents.text ?? "",
      patterns: patterned.map(({ pattern, as = "text" }) => ({ pattern, maxMatches: maxMatches[as] })),
      maxChars: maxReadChars,
    },
    search,
  );
  const found = new Map<string, Found>([
    ...selected.map(({ name }, index): [string, Found] => [name, ofElements(elements[index])]),
    ...patterned.map(({ name }, index): [string, Found] => [
      name,
      matches === null ? { reason: "search_failed" } : { texts: matches[index] ?? [] },
    ]),
  ]);
  return Object.fromEntries(
    entries.map(({ name, as = "text" }) => [name, valueOf(found.get(name) ?? { texts: [] }, as)]),
  );
}

function ofElements(texts: readonly string[] | null | undefined): Found {
  if (texts === undefined) return { reason: "page_changed" };
  return texts === null ? { reason: "invalid_selector" } : { texts };
}

function valueOf(found: Found, as: NonNullable<ValueEntry["as"]>): ReadValue {
  if ("reason" in found) return unread(null, found.reason);
  const { texts } = found;
  const [first] = texts;
  const shown = first === undefined ? null : cutChars(texts.join(", "), maxShownChars);
  if (as === "boolean") return { value: first !== undefined, text: shown };
  if (as === "list") {
    const isTooLong = texts.length > maxListEntries || lengthOf(texts) > maxValueChars;
    return isTooLong ? unread(shown, "too_long") : { value: [...texts], text: shown };
  }
  if (first === undefined) return unread(null, "not_found");
  return first.length > maxValueChars ? unread(shown, "too_long") : { value: first, text: shown };
}

function lengthOf(texts: readonly string[]): number {
  return texts.reduce((sum, { length }) => sum + length, 0);
}

function unread(text: string | null, reason: string): ReadValue {
  return { value: null, text, reason };
}
