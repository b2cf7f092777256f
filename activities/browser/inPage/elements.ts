/*
 * Functions that run in the page's isolated world. Only their source text is sent, so they must not use
 * anything outside themselves.
 * Selectors are CSS for `document.querySelector`, without puppeteer's own prefixes.
 */

/** Hides all current and later matches by one style rule per selector. Returns the first invalid selector, or null. */
export function hideMatches(selectors: string[]): string | null {
  const sheet = new CSSStyleSheet();
  for (const selector of selectors) {
    try {
      // Throws unless it is a pure selector, so that it can't close the rule and open another.
      document.querySelector(selector);
      sheet.insertRule(`${selector} { display: none !important; }`, sheet.cssRules.length);
    } catch {
      return selector;
    }
  }
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  return null;
}

/** Adds a style sheet that the document's content security policy does not block. */
export function addSheet(css: string): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}

/**
 * Takes the importance from the page's own rules of its sheets for these properties, so that a later important rule wins.
 * Sheets of other origins keep theirs, because no page may read them.
 */
export function weakenPageRules(properties: string[]): void {
  // oxlint-disable-next-line unicorn/consistent-function-scoping -- only this function is sent to the page
  const rulesOf = (sheet: CSSStyleSheet | CSSGroupingRule): CSSRule[] => {
    try {
      return [...sheet.cssRules];
    } catch {
      return [];
    }
  };
  const pending = [...document.styleSheets, ...document.adoptedStyleSheets].flatMap(rulesOf);
  for (let rule = pending.pop(); rule !== undefined; rule = pending.pop()) {
    if (rule instanceof CSSGroupingRule) pending.push(...rulesOf(rule));
    if (rule instanceof CSSImportRule && rule.styleSheet !== null) pending.push(...rulesOf(rule.styleSheet));
    if (!(rule instanceof CSSPageRule)) continue;
    for (const property of properties)
      if (rule.style.getPropertyPriority(property) === "important")
        rule.style.setProperty(property, rule.style.getPropertyValue(property), "");
  }
}

/** Waits up to `maxWaitMs` for the first match. */
export async function waitForElement(selector: string, maxWaitMs: number): Promise<"found" | "invalid" | "missing"> {
  const until = performance.now() + maxWaitMs;
  try {
    while (document.querySelector(selector) === null) {
      if (performance.now() >= until) return "missing";
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    return "found";
  } catch {
    return "invalid";
  }
}

/** Waits up to `maxWaitMs` until no match is visible. */
export async function waitUntilHidden(selector: string, maxWaitMs: number): Promise<"hidden" | "invalid" | "visible"> {
  const until = performance.now() + maxWaitMs;
  const options = { opacityProperty: true, visibilityProperty: true };
  const isVisible = (element: Element) => element.getClientRects().length > 0 && element.checkVisibility(options);
  try {
    while ([...document.querySelectorAll(selector)].some(isVisible)) {
      if (performance.now() >= until) return "visible";
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    return "hidden";
  } catch {
    return "invalid";
  }
}

/** Clicks the first match by script, for an element that the mouse can't reach. */
export function clickWithoutMouse(selector: string): void {
  const element = document.querySelector(selector);
  if (element instanceof HTMLElement) element.click();
}

/** Waits until the DOM has not changed for 100 ms, at most `maxMs`. */
export async function waitForQuiet(maxMs: number): Promise<void> {
  const until = performance.now() + maxMs;
  let changedAt = performance.now();
  const observer = new MutationObserver(() => {
    changedAt = performance.now();
  });
  observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
  while (performance.now() < until && performance.now() - changedAt < 100) {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  observer.disconnect();
}

/** Texts of the headings, also in open shadow trees. Their lines and blocks are divided by white space. */
export function readHeadings(): string[] {
  const [maxHeadings, maxChars] = [5_000, 2_000];
  const read = (root: ParentNode): string[] =>
    [...root.querySelectorAll<HTMLElement>("*")].flatMap((element) => [
      ...(element.matches("h1, h2, h3, h4, h5, h6, [role=heading]") ? [element.innerText.slice(0, maxChars)] : []),
      ...(element.shadowRoot === null ? [] : read(element.shadowRoot)),
    ]);
  return read(document).slice(0, maxHeadings);
}
