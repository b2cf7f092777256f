import { InnerScroller } from "./innerScroller.ts";

/** Scrolls a page from its top to its end at the pace of the clock. Runs in the isolated world with only InnerScroller. */
export class SteadyScroller {
  /** Viewport heights by which an endless list may grow. */
  readonly #maxGrowth = 10;
  /** Shares of the time for which the top and the end are shown. */
  readonly #shares = { top: 0.05, end: 0.2 };
  readonly #scroller = new InnerScroller().find() ?? new InnerScroller().root();
  readonly #maxHeight = this.#scroller.scrollHeight + this.#maxGrowth * this.#scroller.clientHeight;
  readonly #before = this.#scroller.scrollTop;
  #returned = false;

  /**
   * Scrolls from `startedAt` (Unix milliseconds) for `ms` milliseconds and follows the end until `return`. A page that draws
   * slowly skips places.
   */
  async scroll(startedAt: number, ms: number): Promise<void> {
    while (!this.#returned) {
      const share = this.#progress((Date.now() - startedAt) / ms);
      this.#scroller.scrollTo({ top: this.#end() * share, behavior: "instant" });
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
  }

  /** Goes back to where the page was. */
  async return(): Promise<void> {
    this.#returned = true;
    this.#scroller.scrollTo({ top: this.#before, behavior: "instant" });
    await new Promise((resolve) => setTimeout(resolve));
  }

  #end(): number {
    return Math.min(this.#maxHeight, this.#scroller.scrollHeight) - this.#scroller.clientHeight;
  }

  /** Share of the way, 0 to 1, at a share of the time. It begins and ends slowly. */
  #progress(time: number): number {
    const { top, end } = this.#shares;
    const share = Math.min(1, Math.max(0, (time - top) / (1 - top - end)));
    return (1 - Math.cos(Math.PI * share)) / 2;
  }
}
