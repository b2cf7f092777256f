/*
 * Functions that run in the page's isolated world. Only their source text is sent, so they must not use
 * anything outside themselves.
 * Selectors are CSS for `document.querySelector`, without puppeteer's own prefixes.
 */

/** Point of an element in the viewport after scrolling to it, CSS pixels. `visible` is false when no part is in view. */
export type ElementPoint = { x: number; y: number; visible: boolean };

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

/** Waits up to `maxWaitMs` for the first match and scrolls to it. */
export async function locateElement(
  selector: string,
  block: "start" | "center",
  maxWaitMs: number,
): Promise<ElementPoint | "invalid" | "missing"> {
  const until = performance.now() + maxWaitMs;
  let element: Element | null;
  try {
    element = document.querySelector(selector);
  } catch {
    return "invalid";
  }
  while (element === null && performance.now() < until) {
    await new Promise((resolve) => setTimeout(resolve, 50));
    element = document.querySelector(selector);
  }
  if (element === null) return "missing";
  element.scrollIntoView({ block, inline: "nearest", behavior: "instant" });
  await new Promise((resolve) => requestAnimationFrame(resolve));
  const box = [...element.getClientRects()].find(({ width, height }) => width > 0 && height > 0);
  if (box === undefined) return { x: 0, y: 0, visible: false };
  // The middle of the visible part, because an element may be larger than the viewport.
  const [left, right] = [Math.max(0, box.left), Math.min(innerWidth, box.right)];
  const [top, bottom] = [Math.max(0, box.top), Math.min(innerHeight, box.bottom)];
  return { x: (left + right) / 2, y: (top + bottom) / 2, visible: right > left && bottom > top };
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

/** The box of the first match in the page, CSS pixels, rounded outwards and cut at the page's top and left. */
export function measureElement(
  selector: string,
): { x: number; y: number; width: number; height: number } | "invalid" | "missing" {
  let element: Element | null;
  try {
    element = document.querySelector(selector);
  } catch {
    return "invalid";
  }
  if (element === null) return "missing";
  const { left, top, right, bottom } = element.getBoundingClientRect();
  const [x, y] = [Math.max(0, Math.floor(left + scrollX)), Math.max(0, Math.floor(top + scrollY))];
  return {
    x,
    y,
    width: Math.max(0, Math.ceil(right + scrollX) - x),
    height: Math.max(0, Math.ceil(bottom + scrollY) - y),
  };
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
