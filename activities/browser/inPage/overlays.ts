import { DrawnTree } from "./drawnTree.ts";
import { StyleOverrides } from "./styleOverrides.ts";

/* oxlint-disable unicorn/consistent-function-scoping -- only the class is sent, so what it calls must be inside it */

/** Traits of one kind of overlay. `text` and `button` are sources of regular expressions. */
export type OverlayTraits = {
  /** Matches the overlay's text. */
  text: string;
  /** Matches the name of one of its buttons. */
  button: string;
  /** Share of the viewport that it covers at least, 0 to 1. */
  minShare: number;
  /** CSS that replaces the match of a button. */
  selectors: string[];
};

/**
 * Hides overlays and releases the page under them. Runs in the isolated world with only DrawnTree and StyleOverrides. It looks
 * into open shadow trees.
 */
export class OverlayHider {
  readonly #maxParts = 5_000;
  readonly #tree = new DrawnTree();
  readonly #released = new StyleOverrides();

  /**
   * Hides floating elements that match one of the kinds. Returns the number hidden per kind.
   * Hides empty backdrops too, if an overlay was hidden here or before (`hiddenBefore`).
   * Finds floating elements by a grid of points over the viewport. Content, headers and navigation stay.
   */
  hide(kinds: OverlayTraits[], hiddenBefore: boolean): number[] {
    const until = performance.now() + 200;
    const viewport = innerWidth * innerHeight;
    const pageText = document.body === null ? 0 : this.#textOf(document.body).length;
    const traits = kinds.map(({ text, button, minShare, selectors }) => ({
      minShare,
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
    /** Floating elements at the grid's points. Outer ones come first, because hiding one hides its descendants. */
    const findFloating = () => {
      const candidates = new Set<Element>();
      for (const x of [0.02, 0.25, 0.5, 0.75, 0.98]) {
        for (const y of [0.02, 0.2, 0.5, 0.8, 0.98]) {
          for (const element of this.#tree.elementsAt(innerWidth * x, innerHeight * y).slice(0, 12)) {
            const around = [...this.#tree.chainOf(element)].filter(
              (each) => !each.matches(":root, body") && floats(each),
            );
            for (const each of around.toReversed()) candidates.add(each);
          }
        }
      }
      return [...candidates].slice(0, 40);
    };
    const isContent = (element: Element, text: string) =>
      element.querySelector("main, article, nav, [role=main]") !== null ||
      pageText - text.length < Math.max(100, text.length);
    const nameOf = (button: Element) =>
      (button.getAttribute("aria-label") ?? (button instanceof HTMLElement ? button.innerText : "")).trim();
    const kindOf = (element: Element) => {
      const text = this.#textOf(element).trim();
      if (text === "" || text.length > 4_000 || isContent(element, text)) return -1;
      const buttons = this.#partsOf(element)
        .filter((each) => each.matches("button, [role=button], a, input[type=button], input[type=submit]"))
        .slice(0, 60);
      const covered = share(element);
      return traits.findIndex((kind) => {
        if (covered < kind.minShare || !kind.text.test(text)) return false;
        return (
          buttons.some((each) => kind.button.test(nameOf(each))) || (kind.named !== null && element.matches(kind.named))
        );
      });
    };
    const isBackdrop = (element: Element) =>
      share(element) > 0.95 &&
      element instanceof HTMLElement &&
      this.#textOf(element).trim() === "" &&
      element.querySelector("img, svg, video, canvas, iframe, input, button, object") === null &&
      getComputedStyle(element).backgroundImage === "none";
    const hide = (element: Element) => {
      if (element instanceof HTMLElement) element.style.setProperty("display", "none", "important");
    };
    const counts = kinds.map(() => 0);
    // Repeated, because another overlay may lie under a hidden one.
    for (let pass = 0, hasFound = true; hasFound && pass < 3 && performance.now() < until; pass += 1) {
      hasFound = false;
      for (const element of findFloating()) {
        const kind = kindOf(element);
        if (kind === -1) continue;
        hide(element);
        counts[kind] = (counts[kind] ?? 0) + 1;
        hasFound = true;
      }
    }
    if (hiddenBefore || counts.some((count) => count > 0)) findFloating().filter(isBackdrop).forEach(hide);
    return counts;
  }

  /** Makes a page scrollable and clear again after its dialog was hidden. */
  release(): void {
    this.#releaseScroll();
    this.#removeVeils();
  }

  #releaseScroll(): void {
    const root = document.documentElement;
    const styles = [root, document.body]
      .filter((element) => element !== null)
      .map((element) => getComputedStyle(element));
    const rules: string[] = [];
    if (styles.some(({ overflowY }) => /^(?:hidden|clip)$/u.test(overflowY)))
      rules.push("overflow-y: visible !important;");
    if (styles.some(({ position }) => position === "fixed")) rules.push("position: static !important;");
    if (rules.length === 0) return;
    const sheet = new CSSStyleSheet();
    // The id in :not() raises the specificity above the page's own important rules.
    sheet.insertRule(`:is(html, body):not(#\\#) { ${rules.join(" ")} }`);
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    for (const element of [root, document.body]) {
      for (const property of ["overflow", "overflow-y", "position"]) {
        if (element?.style.getPropertyPriority(property) === "important") element.style.removeProperty(property);
      }
    }
  }

  /** Takes back what hides or locks the content: blurred, faded or cut boxes around it, and veils that are no elements. */
  #removeVeils(): void {
    const text = document.body?.textContent.length ?? 0;
    for (const element of document.querySelectorAll(":root, body, body > *, body > * > *, body > * > * > *")) {
      const { filter, opacity, overflowY } = getComputedStyle(element);
      const isCut = /^(?:hidden|clip)$/u.test(overflowY) && element.scrollHeight > element.clientHeight + 1;
      const declarations = {
        ...(/blur|brightness|opacity|grayscale/u.test(filter) && { filter: "none" }),
        ...(Number(opacity) < 1 && { opacity: "1" }),
        ...(isCut && { "overflow-y": "visible", height: "auto", "max-height": "none" }),
      };
      // Only a box with most of the page's text is its content.
      if (Object.keys(declarations).length > 0 && element.textContent.length > text * 0.6)
        this.#released.set(element, declarations);
    }
    this.#released.apply();
    this.#removePseudoVeils();
  }

  #removePseudoVeils(): void {
    const rules = ["html", "body"].flatMap((name) =>
      ["::before", "::after"].flatMap((pseudo) => {
        const element = document.querySelector(name);
        if (element === null) return [];
        const { content, position, width, height } = getComputedStyle(element, pseudo);
        const covers = Number.parseFloat(width) > innerWidth * 0.95 && Number.parseFloat(height) > innerHeight * 0.95;
        const isVeil = content !== "none" && /fixed|absolute/u.test(position) && covers;
        return isVeil ? [`${name}:not(#\\#)${pseudo} { display: none !important; }`] : [];
      }),
    );
    if (rules.length === 0) return;
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(rules.join("\n"));
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  }

  /** An element and what is drawn inside it. */
  #partsOf(element: Element): Element[] {
    const parts = [element];
    for (let at = 0; at < parts.length && parts.length < this.#maxParts; at += 1) {
      const part = parts[at];
      if (part !== undefined) parts.push(...this.#tree.childrenOf(part));
    }
    return parts;
  }

  /** The text of an element, with that of the open shadow trees and slots in it. */
  #textOf(element: Element): string {
    const textOf = (each: Element) => (each instanceof HTMLElement ? each.innerText : "");
    const hidden = this.#partsOf(element).flatMap((part) => {
      const slotted = part instanceof HTMLSlotElement ? part.assignedElements() : [];
      return [...(part.shadowRoot?.children ?? []), ...slotted].map(textOf);
    });
    return [textOf(element), ...hidden].join("\n");
  }
}
