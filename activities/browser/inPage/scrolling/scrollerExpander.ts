import { DrawnTree } from "../drawnTree.ts";
import { StyleOverrides } from "../styleOverrides.ts";

/**
 * Expands the element inside which an application scrolls, and what is around it, to the full content.
 * Runs in the isolated world with only DrawnTree and StyleOverrides.
 */
export class ScrollerExpander {
  readonly #overrides = new StyleOverrides();
  /** Heights in CSS pixels, which hold only for this width of the page. */
  readonly #heights = new StyleOverrides();
  readonly #tree = new DrawnTree();

  /** Expands the scroller. Each box around it grows by what the scroller hid, and keeps its place. */
  expand(scroller: Element): void {
    const growth = scroller.scrollHeight - scroller.clientHeight;
    const chain = [...this.#tree.chainOf(scroller)];
    const places = new Map<Element, DOMRect>();
    for (const element of chain) {
      const style = getComputedStyle(element);
      const outOfFlow = ["fixed", "absolute"].includes(style.position);
      if (outOfFlow) places.set(element, element.getBoundingClientRect());
      this.#overrides.set(element, {
        overflow: "visible",
        height: "auto",
        "max-height": "none",
        "flex-basis": "auto",
        contain: "none",
        // Without its own overflow, a box would give its margins to the box around it.
        ...(style.display === "block" && style.overflowY !== "visible" && { display: "flow-root" }),
        ...(outOfFlow && this.#placeOf(style)),
      });
      const height = Number.parseFloat(style.height);
      if (Number.isFinite(height)) this.#heights.set(element, { "min-height": `${height + growth}px` });
    }
    // The root would otherwise leave bars at the lower end of the first viewport, over the content.
    this.#heights.set(document.documentElement, { position: "relative" });
    this.#apply();
    this.#moveBack(places);
  }

  /** Gives up the heights, which don't hold for sheets of paper. */
  releaseHeights(): void {
    this.#heights.remove();
  }

  /** A fixed box is not a part of the page that scrolls, so it becomes an absolute one at the same place. */
  #placeOf({ position, top, left, right }: CSSStyleDeclaration): Record<string, string> {
    const sides = position === "fixed" ? { left, right } : {};
    return { position: "absolute", top, bottom: "auto", ...sides };
  }

  /** Moves boxes that are placed by their own height, or by another box than before. */
  #moveBack(places: ReadonlyMap<Element, DOMRect>): void {
    // From the outside in, because a box moves those inside it.
    for (const [element, before] of [...places].toReversed()) {
      const now = element.getBoundingClientRect();
      const style = getComputedStyle(element);
      const moved: Record<string, string> = {};
      if (Math.abs(now.top - before.top) >= 1) moved["top"] = this.#shifted(style.top, before.top - now.top);
      if (Math.abs(now.left - before.left) >= 1) moved["left"] = this.#shifted(style.left, before.left - now.left);
      if (Object.keys(moved).length === 0) continue;
      this.#overrides.set(element, moved);
      this.#apply();
    }
  }

  #shifted(length: string, by: number): string {
    return `${(Number.parseFloat(length) || 0) + by}px`;
  }

  #apply(): void {
    this.#overrides.apply();
    this.#heights.apply();
  }
}
