import { DrawnTree } from "./drawnTree.ts";
import { ElementCovers } from "./elementCovers.ts";
import { ElementMeasurer } from "./elementMeasurer.ts";

/** Point of an element in the viewport after scrolling to it, CSS pixels. `usable` is false when the mouse can't reach it. */
export type ElementPoint = { x: number; y: number; usable: boolean };

/**
 * Scrolls to the first match of a selector and hides what lies over it. Runs in the isolated world with only DrawnTree,
 * MotionFreezer, StyleOverrides, ElementCovers and ElementMeasurer.
 */
export class ElementFinder {
  readonly #tree = new DrawnTree();
  readonly #measurer = new ElementMeasurer();
  readonly #covers = new ElementCovers();

  /** Waits up to `maxWaitMs` for the first match and scrolls to it. With `start` it lies below the page's own bars. */
  async locate(
    selector: string,
    block: "start" | "center",
    maxWaitMs: number,
  ): Promise<ElementPoint | "invalid" | "missing"> {
    const until = performance.now() + maxWaitMs;
    let element = this.#measurer.find(selector);
    while (element === null && performance.now() < until) {
      await new Promise((resolve) => setTimeout(resolve, 50));
      element = this.#measurer.find(selector);
    }
    if (element === null) return "missing";
    if (element === "invalid") return "invalid";
    await this.#scrollTo(element, block);
    const box = [...element.getClientRects()].find(({ width, height }) => width > 0 && height > 0);
    if (box === undefined) return { x: 0, y: 0, usable: false };
    // The middle of the visible part, because an element may be larger than the viewport.
    const [left, right] = [Math.max(0, box.left), Math.min(innerWidth, box.right)];
    const [top, bottom] = [Math.max(0, box.top), Math.min(innerHeight, box.bottom)];
    const [x, y] = [(left + right) / 2, (top + bottom) / 2];
    return { x, y, usable: right > left && bottom > top && !this.#covers.coversPoint(element, x, y) };
  }

  /** Hides what lies over the first match, until `restoreCovers`. */
  hideCovers(selector: string): void {
    const element = this.#measurer.find(selector);
    if (element instanceof Element) this.#covers.hide(element);
  }

  restoreCovers(): void {
    this.#covers.restore();
  }

  async #scrollTo(element: Element, block: "start" | "center"): Promise<void> {
    const target = this.#measurer.firstBoxed(element) ?? element;
    target.scrollIntoView({ block, inline: "nearest", behavior: "instant" });
    await new Promise((resolve) => requestAnimationFrame(resolve));
    if (block === "center") return;
    // Twice, because a bar may come or grow while the page scrolls back.
    for (let pass = 0; pass < 2; pass += 1) {
      const height = this.#covers.heightOver(target);
      if (height === 0) return;
      this.#scrollBack(target, height);
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
  }

  /** Scrolls the innermost scroller of an element, and those around it, back by a height. */
  #scrollBack(element: Element, height: number): void {
    let left = height;
    for (const each of this.#tree.chainOf(element)) {
      if (left <= 0) return;
      const before = each.scrollTop;
      if (before === 0 || each === element) continue;
      each.scrollBy({ top: -left, behavior: "instant" });
      left -= before - each.scrollTop;
    }
  }
}
