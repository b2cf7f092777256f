/*
 * Functions that run in the page's isolated world. Their source text is sent, so they close over nothing,
 * and each stands alone.
 */
/* oxlint-disable unicorn/consistent-function-scoping -- what they call must be inside them */

/** What an overlay of one kind says, and what its buttons are called; `least` is the share of the viewport it covers at least. */
export type OverlayTraits = { text: string; button: string; least: number; selectors: string[] };

/**
 * Hides what floats over the page and is of one of the kinds, whatever it is called; and then, where `cleared` says that
 * something else went before or anything was found, the empty veils that lay behind it. How many of each kind. What is
 * behind no point of a grid over the viewport covers nothing. Content, headers and navigation stay.
 */
export function hideOverlays(kinds: OverlayTraits[], cleared: boolean): number[] {
  const until = performance.now() + 200;
  const viewport = innerWidth * innerHeight;
  const pageText = document.body?.innerText.length ?? 0;
  const traits = kinds.map(({ text, button, least, selectors }) => ({
    least,
    text: new RegExp(text, "ius"),
    button: new RegExp(button, "iu"),
    named: selectors.length === 0 ? null : `:is(${selectors.join(", ")})`,
  }));
  const share = (element: Element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    const width = Math.min(right, innerWidth) - Math.max(left, 0);
    const height = Math.min(bottom, innerHeight) - Math.max(top, 0);
    return (Math.max(0, width) * Math.max(0, height)) / viewport;
  };
  const floats = (element: Element) => {
    const { position } = getComputedStyle(element);
    const isDialog = element.matches("dialog[open], [popover]:popover-open, [role=dialog], [aria-modal=true]");
    return position === "fixed" || position === "sticky" || (position === "absolute" && isDialog);
  };
  /** What floats, of everything drawn at some point, the outer before the inner: what is in it goes with it. */
  const floating = () => {
    const found = new Set<Element>();
    for (const x of [0.02, 0.25, 0.5, 0.75, 0.98]) {
      for (const y of [0.02, 0.2, 0.5, 0.8, 0.98]) {
        for (const element of document.elementsFromPoint(innerWidth * x, innerHeight * y).slice(0, 8)) {
          const chain: Element[] = [];
          for (let each: Element | null = element; each !== null && each !== document.body; each = each.parentElement) {
            if (each !== document.documentElement && floats(each)) chain.unshift(each);
          }
          for (const each of chain) found.add(each);
        }
      }
    }
    return [...found].slice(0, 40);
  };
  const isContent = (element: Element, text: string) =>
    element.querySelector("main, article, nav, [role=main]") !== null ||
    pageText - text.length < Math.max(100, text.length);
  const nameOf = (button: Element) =>
    (button.getAttribute("aria-label") ?? (button instanceof HTMLElement ? button.innerText : "")).trim();
  const kindOf = (element: Element) => {
    const text = element instanceof HTMLElement ? element.innerText.trim() : "";
    if (text === "" || text.length > 4_000 || isContent(element, text)) return -1;
    const buttons = [
      ...element.querySelectorAll("button, [role=button], a, input[type=button], input[type=submit]"),
    ].slice(0, 60);
    const covered = share(element);
    return traits.findIndex(({ text: says, button, least, named }) => {
      if (covered < least || !says.test(text)) return false;
      return buttons.some((each) => button.test(nameOf(each))) || (named !== null && element.matches(named));
    });
  };
  const isVeil = (element: Element) =>
    share(element) > 0.95 &&
    element instanceof HTMLElement &&
    element.innerText.trim() === "" &&
    element.querySelector("img, svg, video, canvas, iframe, input, button, object") === null &&
    getComputedStyle(element).backgroundImage === "none";
  const hide = (element: Element) => {
    if (element instanceof HTMLElement) element.style.setProperty("display", "none", "important");
  };
  const counts = kinds.map(() => 0);
  // What lies under the first may be of a kind too.
  for (let round = 0, found = true; found && round < 3 && performance.now() < until; round += 1) {
    found = false;
    for (const element of floating()) {
      const kind = kindOf(element);
      if (kind === -1) continue;
      hide(element);
      counts[kind] = (counts[kind] ?? 0) + 1;
      found = true;
    }
  }
  if (cleared || counts.some((count) => count > 0)) floating().filter(isVeil).forEach(hide);
  return counts;
}

/** Lets a page scroll again that was held still for a dialog which is gone. */
export function releaseScroll(): void {
  const root = document.documentElement;
  const held = [root, document.body].filter((element) => element !== null).map((element) => getComputedStyle(element));
  const rules: string[] = [];
  if (held.some(({ overflowY }) => /^(?:hidden|clip)$/u.test(overflowY))) rules.push("overflow-y: visible !important;");
  if (held.some(({ position }) => position === "fixed")) rules.push("position: static !important;");
  if (rules.length === 0) return;
  const sheet = new CSSStyleSheet();
  // An id that nothing has outweighs the page's own important rules.
  sheet.insertRule(`:is(html, body):not(#\\#) { ${rules.join(" ")} }`);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  for (const element of [root, document.body]) {
    for (const property of ["overflow", "overflow-y", "position"]) {
      if (element?.style.getPropertyPriority(property) === "important") element.style.removeProperty(property);
    }
  }
}
