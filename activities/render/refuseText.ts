import { searchText } from "../compare/text/searchText.ts";
import { cutChars } from "../cut.ts";
import { RenderFailure } from "../failures.ts";
import type { RunOptions } from "../processPool.ts";

/** Maximum signs of a broken rule, and maximum characters of a pattern in one. */
const maxSigns = { count: 10, patternChars: 100 };

/** Patterns that a page's text must have, and others that it must not have. */
type TextDemands = { required?: readonly string[] | undefined; forbidden?: readonly string[] | undefined };

/**
 * Refuses a page whose text lacks a required pattern or has a forbidden one. Owners of waiting searches take turns.
 * @throws RenderFailure `page_text` with these patterns as evidence.
 */
export async function refuseText(
  text: string | null,
  { required = [], forbidden = [] }: TextDemands,
  search: RunOptions,
): Promise<void> {
  const patterns = [...required, ...forbidden];
  if (text === null || patterns.length === 0) return;
  const searched = patterns.map((pattern) => ({ pattern, maxMatches: 1 }));
  const matches = await searchText({ text, patterns: searched, maxChars: 1 }, search);
  if (matches === null) throw new RenderFailure("internal_error", "The text of the page could not be searched.");
  const signs = patterns.flatMap((pattern, index) => {
    const isFound = (matches[index] ?? []).length > 0;
    if (isFound === index < required.length) return [];
    return [`text ${isFound ? "present" : "absent"}: ${cutChars(pattern, maxSigns.patternChars)}`];
  });
  if (signs.length === 0) return;
  const evidence = signs.slice(0, maxSigns.count);
  throw new RenderFailure("page_text", `Signs: ${evidence.join("; ")}.`, { evidence });
}
