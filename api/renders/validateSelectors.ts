import { parse } from "css-tree";
import type { FieldProblem } from "#schemas/common.ts";
import { hiddenIn, type SelectorName, selectorNames } from "#schemas/options/index.ts";
import type { OptionUse } from "#schemas/options/option.ts";

type Selectors = { readonly [Name in SelectorName]?: string | readonly string[] | null };

/**
 * The problems of a capture's selectors: only those that every browser refuses. The browser reports the others. A message does
 * not repeat a selector that no reply shows in that place.
 */
export function checkSelectors(options: Selectors, use: OptionUse = "render"): FieldProblem[] {
  const hidden: readonly string[] = hiddenIn(use);
  return selectorNames.flatMap((name) => {
    const value = options[name] ?? [];
    const given = typeof value === "string" ? [{ field: name, selector: value }] : fieldsOf(name, value);
    return given.flatMap(({ field, selector }) =>
      hidden.includes(name) ? checkSelector(field, selector, "it") : checkSelector(field, selector),
    );
  });
}

function fieldsOf(name: string, selectors: readonly string[]) {
  return selectors.map((selector, index) => ({ field: `${name}.${index}`, selector }));
}

/** The problem of one selector, if every browser refuses it. `name` stands for the selector in the message. */
export function checkSelector(field: string, selector: string, name = quote(selector)): FieldProblem[] {
  const offset = offsetOfTrouble(selector);
  if (offset === null) return [];
  return [{ field, message: `is not a valid CSS selector: ${name} ${describeTrouble(selector, offset)}` }];
}

/** Maximum characters of a selector that a message repeats. */
const maxQuoted = 80;

function quote(selector: string): string {
  return JSON.stringify(selector.length > maxQuoted ? `${selector.slice(0, maxQuoted)}…` : selector);
}

/** A hint for text that is often mistaken for a selector. */
const mistakes: readonly (readonly [RegExp, string])[] = [
  [/^\s*$/, "is blank"],
  [/^\s*(?:\(*\.?\/|xpath=)/, "is an XPath; give a CSS selector such as main > h1"],
  [/^\s*(?:text|role|css|id)=/, "is a locator of a test tool; give a CSS selector such as main > h1"],
  [/^\s*</, "is HTML; give a CSS selector such as main > h1"],
  [/\{/, "is a CSS rule; give the selector alone, without { and }"],
];

function describeTrouble(selector: string, offset: number): string {
  const found = mistakes.find(([pattern]) => pattern.test(selector));
  if (found !== undefined) return found[1];
  return offset >= selector.trimEnd().length
    ? "ends where more must follow"
    : `can't be read from character ${offset + 1} on`;
}

/** Selector lists in which browsers skip invalid parts (Selectors 4, section 18.1), and text that they read as U+FFFD: NUL, and an empty escape (CSS Syntax 3, sections 3.3 and 4.3.7). */
const forgivenText = /:(?:is|where)\(|\0|\\$/i;
/** Blocks that the end of the text closes for a browser (CSS Syntax 3, section 5.4), but not for the parser. */
const leftOpen = /[[("'\\/]/;

/** The offset at which a selector is invalid; null if some browser may accept it. The parser's own messages do not fit clients. */
function offsetOfTrouble(selector: string): number | null {
  try {
    parse(selector, { context: "selectorList" });
    return null;
  } catch (error) {
    if (!(error instanceof SyntaxError) || !("offset" in error)) throw error;
    const offset = Number(error.offset);
    if (forgivenText.test(selector) || (offset >= selector.trimEnd().length && leftOpen.test(selector))) return null;
    return offset;
  }
}
