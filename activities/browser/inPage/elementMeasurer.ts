import { DrawnTree } from "./drawnTree.ts";

/** A rectangle of the page, CSS pixels. */
export type ElementBox = { x: number; y: number; width: number; height: number };

/**
 * Finds the first match of a selector and measures it. Its source text runs in the page with only DrawnTree. Selectors are CSS
 * for `document.querySelector`, without puppeteer's own prefixes.
 */
export class ElementMeasurer {
  /** Elements whose boxes make up the box of an element without its own. */
  readonly #maxElements = 5_000;
  readonly #tree = new DrawnTree();

  /** The box of the first match in the page, rounded outwards and cut at the page's top and left. */
  measure(selector: string): ElementBox | "invalid" | "missing" {
    const element = this.find(selector);
    if (element === null) return "missing";
    if (element === "invalid") return "invalid";
    const { left, top, right, bottom } = this.#boxOf(element);
    const [x, y] = [Math.max(0, Math.floor(left + scrollX)), Math.max(0, Math.floor(top + scrollY))];
    return {
      x,
      y,
      width: Math.max(0, Math.ceil(right + scrollX) - x),
      height: Math.max(0, Math.ceil(bottom + scrollY) - y),
    };
  }

  /** The first match. */
  find(selector: string): Element | null | "invalid" {
    try {
      return document.querySelector(selector);
    } catch {
      return "invalid";
    }
  }

  /** The box of an element; of what is drawn inside it if it has no size of its own, as with `display: contents`. */
  #boxOf(element: Element): DOMRect {
    const own = element.getBoundingClientRect();
    if (own.width > 0 && own.height > 0) return own;
    const boxes = this.#boxesWithin(element);
    if (boxes.length === 0) return own;
    const [left, top] = [Math.min(...boxes.map((box) => box.left)), Math.min(...boxes.map((box) => box.top))];
    const [right, bottom] = [Math.max(...boxes.map((box) => box.right)), Math.max(...boxes.map((box) => box.bottom))];
    return new DOMRect(left, top, right - left, bottom - top);
  }

  /** The element, or the first one inside it, that has a box. */
  firstBoxed(element: Element): Element | null {
    const isBoxed = element.getClientRects().length > 0;
    return isBoxed ? element : (this.#within(element).find((each) => each.getClientRects().length > 0) ?? null);
  }

  #boxesWithin(element: Element): DOMRect[] {
    return this.#within(element)
      .flatMap((each) => [each.getBoundingClientRect(), ...this.#textBoxes(each)])
      .filter(({ width, height }) => width > 0 && height > 0);
  }

  /** Boxes of the texts directly inside an element. */
  #textBoxes(element: Element): DOMRect[] {
    return [...element.childNodes].flatMap((node) => {
      if (!(node instanceof Text)) return [];
      const range = document.createRange();
      range.selectNodeContents(node);
      return [...range.getClientRects()];
    });
  }

  /** An element without a size and what it shows beyond its own box. What it hides, such as a closed section, is left out. */
  #within(element: Element): Element[] {
    const visibleElements: Element[] = [];
    const stack = [element];
    for (let each = stack.pop(); each !== undefined && visibleElements.length < this.#maxElements; each = stack.pop()) {
      const { overflowX, overflowY, display, visibility } = getComputedStyle(each);
      if (display === "none") continue;
      if (visibility === "visible") visibleElements.push(each);
      const { width, height } = each.getBoundingClientRect();
      const clips = display !== "contents" && (overflowX !== "visible" || overflowY !== "visible");
      if (clips && (width === 0 || height === 0)) continue;
      // Reversed, because the last one is taken first.
      stack.push(...this.#tree.childrenOf(each).toReversed());
    }
    return visibleElements;
  }
}
