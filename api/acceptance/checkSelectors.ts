import { parse } from "css-tree";
import type { FieldProblem } from "#schemas/common.ts";

type Selectors = { hideSelectors?: string[]; clickSelectors?: string[]; scrollToElement?: string };

/**
 * What is wrong with the selectors of a render: only what no browser takes. The rest of what is wrong shows in the browser.
 * Messages repeat no selector, for some are write-only.
 */
export function checkSelectors({
  hideSelectors = [],
  clickSelectors = [],
  scrollToElement,
}: Selectors): FieldProblem[] {
  const given = [
    ...hideSelectors.map((selector, index) => [`hideSelectors.${index}`, selector] as const),
    ...clickSelectors.map((selector, index) => [`clickSelectors.${index}`, selector] as const),
    ...(scrollToElement === undefined ? [] : [["scrollToElement", scrollToElement] as const]),
  ];
  return given.flatMap(([field, selector]) => {
    const trouble = troubleOf(selector);
    return trouble === null ? [] : [{ field, message: `is not a valid CSS selector: ${trouble}` }];
  });
}

/** Selector lists in which browsers skip what they can't read (Selectors 4, section 18.1), and what they read as U+FFFD: NUL, and an escape of nothing (CSS Syntax 3, sections 3.3 and 4.3.7). */
const forgiven = /:(?:is|where)\(|\0|\\$/i;
/** What the end of the text closes for a browser (CSS Syntax 3, section 5.4), and for the parser does not. */
const leftOpen = /[[("'\\/]/;

function troubleOf(selector: string): string | null {
  try {
    parse(selector, { context: "selectorList" });
    return null;
  } catch (error) {
    if (!(error instanceof SyntaxError) || !("offset" in error)) throw error;
    const offset = Number(error.offset);
    if (forgiven.test(selector) || (offset >= selector.trimEnd().length && leftOpen.test(selector))) return null;
    return `${error.message}, at character ${offset + 1}`;
  }
}
