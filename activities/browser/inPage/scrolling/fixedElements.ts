import { StyleOverrides } from "../styleOverrides.ts";

/** Elements that scrolling does not move. Runs in the isolated world with only StyleOverrides. */
export class FixedElements {
  /** State of each element before the scrolling, see `#stateOf`. */
  readonly #before = new Map<HTMLElement, string>();
  /** Overrides of elements that float at the viewport's bottom. */
  readonly #floating = new StyleOverrides();

  /** Notes how a fixed element looks. */
  register(element: HTMLElement): void {
    this.#before.set(element, this.#stateOf(element));
  }

  /** Whether the element or one of its ancestors has a fixed position. */
  surround(element: Element): boolean {
    for (let each: Element | null = element; each !== null; each = each.parentElement)
      if (getComputedStyle(each).position === "fixed") return true;
    return false;
  }

  /** Whether any element looks different than when it was registered. */
  differ(): boolean {
    return [...this.#before].some(([element, state]) => element.isConnected && this.#stateOf(element) !== state);
  }

  /**
   * Moves elements fixed near the viewport's bottom down by `drop`, to the page's bottom. Elements that stick to the viewport's
   * bottom return to their place in the flow. Whether there were any.
   */
  moveToBottom(elements: Iterable<Element>, drop: number): boolean {
    if (drop <= 0) return false;
    for (const element of elements) {
      const { position, bottom, translate } = getComputedStyle(element);
      if (position === "sticky" && bottom !== "auto") this.#floating.set(element, { bottom: "auto" });
      if (position !== "fixed" || translate !== "none") continue;
      const box = element.getBoundingClientRect();
      const atBottom = box.height > 0 && box.top > innerHeight / 2 && Math.abs(innerHeight - box.bottom) < 120;
      if (atBottom && (element.parentElement === null || !this.surround(element.parentElement)))
        this.#floating.set(element, { translate: `0 ${drop}px` });
    }
    return this.#floating.size > 0;
  }

  /** Applies the moves. */
  apply(): void {
    this.#floating.apply();
  }

  /** Lets the elements float again. */
  release(): void {
    this.#floating.remove();
  }

  /** Position, size and visibility as one comparable string. */
  #stateOf(element: HTMLElement): string {
    const { top, left, width, height } = element.getBoundingClientRect();
    const { opacity, visibility } = getComputedStyle(element);
    return [top, left, width, height, opacity, visibility].join(" ");
  }
}
