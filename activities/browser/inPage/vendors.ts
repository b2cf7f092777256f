/*
 * Functions that run in the page's isolated world. Their source text is sent, so they close over nothing,
 * and each stands alone. Nothing is removed from the page's document, because its own script may come back for it.
 */
/* oxlint-disable unicorn/consistent-function-scoping -- what they call must be inside them */

/** Hides what matches, now and later. For each group, how many outermost matches were in sight. */
export function hideVendorElements(groups: string[][]): number[] {
  // Beyond this many matches, or this much time, they are hidden uncounted.
  const [maxMatches, until] = [200, performance.now() + 100];
  const shown = (element: Element) =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
    [...element.querySelectorAll("*"), element].slice(0, maxMatches).some((each) => {
      const { width, height } = each.getBoundingClientRect();
      return width > 1 && height > 1;
    });
  const sheet = new CSSStyleSheet();
  const counts = groups.map((selectors) => {
    // :is() leaves out a selector that this browser does not know, where a plain list would be void as a whole.
    const any = `:is(${selectors.join(", ")})`;
    sheet.insertRule(`${any} { display: none !important; }`);
    let count = 0;
    for (const element of [...document.querySelectorAll(any)].slice(0, maxMatches)) {
      if (performance.now() > until) break;
      if (shown(element) && element.parentElement?.closest(any) == null) count += 1;
    }
    return count;
  });
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  // An important declaration of the element's own stands above any sheet.
  for (const element of [...document.querySelectorAll<HTMLElement>(`:is(${groups.flat().join(", ")})`)].slice(
    0,
    maxMatches,
  )) {
    if (getComputedStyle(element).display !== "none") element.style.setProperty("display", "none", "important");
  }
  return counts;
}

/** How many elements were hidden, and how many of them were places for advertising in sight. */
export type CollapsedGaps = { hidden: number; places: number };

/**
 * Hides what shows one of the refused addresses, then places for advertising that hold nothing, then what was there only to
 * hold them.
 */
export function collapseGaps(refused: string[], places: string[], adLabel: string): CollapsedGaps {
  const until = performance.now() + 200;
  const [addresses, label] = [new Set(refused), new RegExp(adLabel, "iu")];
  const media = "img, svg, video, audio, canvas, iframe, object, embed, input, button, select, textarea, form";
  const areaOf = (element: Element) => {
    const { width, height } = element.getBoundingClientRect();
    return width * height;
  };
  const collapsed = { hidden: 0, places: 0 };
  const hide = (element: Element) => {
    if (!(element instanceof HTMLElement) || getComputedStyle(element).display === "none") return;
    element.style.setProperty("display", "none", "important");
    collapsed.hidden += 1;
  };
  const holdsNothing = (element: Element) => {
    if (!(element instanceof HTMLElement) || element.querySelectorAll("*").length > 100) return false;
    if (getComputedStyle(element).backgroundImage !== "none") return false;
    const text = element.innerText.trim();
    return (text === "" || label.test(text)) && [...element.querySelectorAll(media)].every((each) => areaOf(each) < 4);
  };
  const collapse = (start: Element, area: number) => {
    hide(start);
    // A tracker's single pixel says nothing of the box around it.
    if (area <= 2_000) return;
    for (let parent = start.parentElement, levels = 0; parent !== null && levels < 4; levels += 1) {
      if (parent.matches("body, main, article, section, header, footer, nav, [role=main]")) return;
      if (areaOf(parent) > area * 4 || !holdsNothing(parent)) return;
      hide(parent);
      parent = parent.parentElement;
    }
  };
  for (const element of document.querySelectorAll("img, iframe, video, audio, embed, object")) {
    if (performance.now() > until) break;
    if (!["src", "currentSrc", "data"].some((property) => addresses.has(Reflect.get(element, property)))) continue;
    collapse(element, areaOf(element));
  }
  if (places.length === 0) return collapsed;
  for (const place of document.querySelectorAll(`:is(${places.join(", ")})`)) {
    if (performance.now() > until) break;
    const area = areaOf(place);
    if (area <= 2_000 || !holdsNothing(place)) continue;
    collapse(place, area);
    collapsed.places += 1;
  }
  return collapsed;
}
