/*
 * Functions that run in the page's isolated world. Only their source text is sent, so they must not use
 * anything outside themselves. They remove no element, because the page's own script may still use it.
 */
/* oxlint-disable unicorn/consistent-function-scoping -- what they call must be inside them */

/** Hides all current and later matches. Returns the number of visible outermost matches per group. */
export function hideVendorElements(groups: string[][]): number[] {
  // Matches beyond these limits are hidden but not counted.
  const [maxMatches, until] = [200, performance.now() + 100];
  const isVisible = (element: Element) =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
    [...element.querySelectorAll("*"), element].slice(0, maxMatches).some((each) => {
      const { width, height } = each.getBoundingClientRect();
      return width > 1 && height > 1;
    });
  const sheet = new CSSStyleSheet();
  const counts = groups.map((selectors) => {
    // :is() ignores a selector that the browser does not know; a plain list would be invalid as a whole.
    const any = `:is(${selectors.join(", ")})`;
    sheet.insertRule(`${any} { display: none !important; }`);
    let count = 0;
    for (const element of [...document.querySelectorAll(any)].slice(0, maxMatches)) {
      if (performance.now() > until) break;
      if (isVisible(element) && element.parentElement?.closest(any) == null) count += 1;
    }
    return count;
  });
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  // An important inline declaration overrides every sheet.
  for (const element of [...document.querySelectorAll<HTMLElement>(`:is(${groups.flat().join(", ")})`)].slice(
    0,
    maxMatches,
  )) {
    if (getComputedStyle(element).display !== "none") element.style.setProperty("display", "none", "important");
  }
  return counts;
}

/** Number of hidden elements, and of visible ad slots among them. */
export type CollapsedGaps = { hidden: number; slots: number };

/**
 * Hides elements that show a refused address, and empty ad slots. Hides ancestors that contain nothing else.
 * `slotSelectors` is CSS of ad slots; `adLabel` is the source of a regular expression.
 */
export function collapseGaps(refused: string[], slotSelectors: string[], adLabel: string): CollapsedGaps {
  const until = performance.now() + 200;
  const [addresses, label] = [new Set(refused), new RegExp(adLabel, "iu")];
  const media = "img, svg, video, audio, canvas, iframe, object, embed, input, button, select, textarea, form";
  const areaOf = (element: Element) => {
    const { width, height } = element.getBoundingClientRect();
    return width * height;
  };
  const counts = { hidden: 0, slots: 0 };
  const hide = (element: Element) => {
    if (!(element instanceof HTMLElement) || getComputedStyle(element).display === "none") return;
    element.style.setProperty("display", "none", "important");
    counts.hidden += 1;
  };
  const isEmpty = (element: Element) => {
    if (!(element instanceof HTMLElement) || element.querySelectorAll("*").length > 100) return false;
    if (getComputedStyle(element).backgroundImage !== "none") return false;
    const text = element.innerText.trim();
    return (text === "" || label.test(text)) && [...element.querySelectorAll(media)].every((each) => areaOf(each) < 4);
  };
  const collapse = (start: Element, area: number) => {
    hide(start);
    // A tracking pixel gives no reason to hide the box around it.
    if (area <= 2_000) return;
    for (let parent = start.parentElement, levels = 0; parent !== null && levels < 4; levels += 1) {
      if (parent.matches("body, main, article, section, header, footer, nav, [role=main]")) return;
      if (areaOf(parent) > area * 4 || !isEmpty(parent)) return;
      hide(parent);
      parent = parent.parentElement;
    }
  };
  for (const element of document.querySelectorAll("img, iframe, video, audio, embed, object")) {
    if (performance.now() > until) break;
    if (!["src", "currentSrc", "data"].some((property) => addresses.has(Reflect.get(element, property)))) continue;
    collapse(element, areaOf(element));
  }
  if (slotSelectors.length === 0) return counts;
  for (const slot of document.querySelectorAll(`:is(${slotSelectors.join(", ")})`)) {
    if (performance.now() > until) break;
    const area = areaOf(slot);
    if (area <= 2_000 || !isEmpty(slot)) continue;
    collapse(slot, area);
    counts.slots += 1;
  }
  return counts;
}
