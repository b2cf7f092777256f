import { DrawnTree } from "./drawnTree.ts";
import { MotionFreezer } from "./motionFreezer.ts";
import { StyleOverrides } from "./styleOverrides.ts";

/**
 * Finds and hides what lies over an element without being a part of it: bars, bubbles and dialogs that stay in the viewport.
 * Runs in the isolated world with only DrawnTree, MotionFreezer and StyleOverrides.
 */
export class ElementCovers {
  /** Time for looking at what is painted where. */
  readonly #maxMs = 300;
  readonly #tree = new DrawnTree();
  readonly #freezer = new MotionFreezer();
  readonly #hidden = new StyleOverrides();

  /** Hides what lies over the element, until `restore`. Whether there was anything. */
  hide(target: Element): boolean {
    for (const cover of this.#coversOf(target)) this.#hidden.set(cover, { opacity: "0", visibility: "hidden" });
    this.#hidden.apply();
    return this.#hidden.size > 0;
  }

  restore(): void {
    this.#hidden.remove();
  }

  /** Height of the bars over the element's upper edge, CSS pixels. Bars over half of the viewport are dialogs. */
  heightOver(target: Element): number {
    const { top, bottom, left, right } = target.getBoundingClientRect();
    const ends = this.#coversOf(target)
      .map((cover) => cover.getBoundingClientRect())
      .filter((bar) => bar.height > 0 && bar.height < innerHeight / 2)
      .filter((bar) => bar.top <= top && bar.bottom > top && bar.top < bottom && bar.left < right && bar.right > left)
      .map((bar) => bar.bottom - top);
    return Math.max(0, ...ends);
  }

  /** Whether the mouse at a point of the viewport would meet something that lies over the element. */
  coversPoint(target: Element, x: number, y: number): boolean {
    const [top] = this.#tree.elementsAt(x, y);
    if (top === undefined || this.#tree.isWithin(top, target)) return false;
    return this.#coversOf(target).some((cover) => this.#tree.isWithin(top, cover));
  }

  #coversOf(target: Element): Element[] {
    const around = new Set(this.#tree.chainOf(target));
    const scroller = [...around].find((each) => this.#scrolls(each));
    const found = [...this.#freezer.elements()].filter(
      (element) => !around.has(element) && this.#stays(element, scroller) && !this.#tree.isWithin(element, target),
    );
    const until = performance.now() + this.#maxMs;
    return found.filter((element) => performance.now() > until || !this.#isBehind(element, target, around));
  }

  #scrolls(element: Element): boolean {
    return (
      element !== document.documentElement &&
      element.scrollHeight > element.clientHeight &&
      /auto|scroll|hidden/u.test(getComputedStyle(element).overflowY)
    );
  }

  /** Whether an element keeps its place in the viewport while the target's scroller moves. */
  #stays(element: Element, scroller: Element | undefined): boolean {
    const { position, display } = getComputedStyle(element);
    if (display === "none") return false;
    if (position === "fixed" || position === "sticky") return true;
    if (position !== "absolute") return false;
    if (element.matches(":modal, :popover-open")) return true;
    return scroller !== undefined && !this.#tree.isWithin(element, scroller);
  }

  /** Whether an element is painted behind the target or behind a box around it, such as a fixed background. */
  #isBehind(element: Element, target: Element, around: ReadonlySet<Element>): boolean {
    const [back, front] = [element.getBoundingClientRect(), target.getBoundingClientRect()];
    const left = Math.max(0, back.left, front.left);
    const right = Math.min(innerWidth, back.right, front.right);
    const top = Math.max(0, back.top, front.top);
    const bottom = Math.min(innerHeight, back.bottom, front.bottom);
    if (right <= left || bottom <= top) return false;
    return [
      [0.5, 0.5],
      [0.1, 0.1],
      [0.9, 0.9],
    ].some(([x = 0, y = 0]) => {
      const hits = this.#tree.elementsAt(left + (right - left) * x, top + (bottom - top) * y);
      const [ownIndex, otherIndex] = [
        hits.findIndex((hit) => this.#tree.isWithin(hit, element)),
        hits.findIndex(
          (hit) => hit !== document.documentElement && (around.has(hit) || this.#tree.isWithin(hit, target)),
        ),
      ];
      // The mouse passes through some overlays; only a negative order puts one of them behind.
      return ownIndex === -1
        ? Number(getComputedStyle(element).zIndex) < 0
        : otherIndex !== -1 && otherIndex < ownIndex;
    });
  }
}
