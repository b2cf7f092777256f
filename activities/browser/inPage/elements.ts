/*
 * Functions that find and change elements, run in the page's isolated world. Their source text is sent, so they close over
 * nothing, and each stands alone. Selectors are CSS by `document.querySelector`, never puppeteer's own prefixes.
 */

/** Where an element is after it was scrolled to; `visible` is false where there is nothing to point at. */
export type ElementSpot = { x: number; y: number; visible: boolean };

/** Hides whatever matches, now and later, by one rule for each selector. The first invalid selector, or null. */
export function hideMatches(selectors: string[]): string | null {
  const sheet = new CSSStyleSheet();
  for (const selector of selectors) {
    try {
      // Only a selector passes here, so that none can close the rule and open another.
      document.querySelector(selector);
      sheet.insertRule(`${selector} { display: none !important; }`, sheet.cssRules.length);
    } catch {
      return selector;
    }
  }
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  return null;
}

/** Scrolls to the first match, for which it waits up to `waitMs`. */
export async function locateElement(
  selector: string,
  block: "start" | "center",
  waitMs: number,
): Promise<ElementSpot | "invalid" | "missing"> {
  const until = performance.now() + waitMs;
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
  // The middle of the part that is in view, for elements larger than the viewport.
  const [left, right] = [Math.max(0, box.left), Math.min(innerWidth, box.right)];
  const [top, bottom] = [Math.max(0, box.top), Math.min(innerHeight, box.bottom)];
  return { x: (left + right) / 2, y: (top + bottom) / 2, visible: right > left && bottom > top };
}

/** Clicks an element that no mouse can reach. */
export function clickWithoutMouse(selector: string): void {
  const element = document.querySelector(selector);
  if (element instanceof HTMLElement) element.click();
}

/** Waits until the DOM has not changed for 100 ms, `maxMs` at most. */
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
