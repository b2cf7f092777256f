import { MotionFreezer } from "./motionFreezer.ts";

/** State of a settled document. */
export type PageState = {
  title: string;
  /** Number of elements. */
  elements: number;
  /** Scroll size, CSS pixels. */
  width: number;
  height: number;
  /** Number of frames in the viewport. */
  visibleFrames: number;
  /** Whether there may be motion that no script can stop. */
  unscriptableMotion: boolean;
};

export type SettleOptions = {
  maxMs: number;
  /** Whether the DOM was changed just before and must be drawn again. */
  changed: boolean;
  /** Whether to skip fonts and images that have not loaded yet. */
  skipPending: boolean;
  /** Whether to draw the viewport. False for a page that is scrolled through and drawn afterwards. */
  drawViewport: boolean;
};

/** Waits until a document is ready to be captured. Runs in the isolated world with only MotionFreezer. */
export class PageSettler {
  readonly #freezer = new MotionFreezer();

  /** Waits for fonts and images in view, freezes motion and waits until the changes are drawn. */
  async settle({ maxMs, changed, skipPending, drawViewport }: SettleOptions): Promise<PageState> {
    const until = performance.now() + maxMs;
    let mustRedraw = this.#freezer.findShadowTrees() > 0 || changed;
    if (document.fonts.status !== "loaded" && !skipPending) {
      mustRedraw = true;
      await this.#raceDeadline(document.fonts.ready, until);
    }
    if (!drawViewport) return this.#state();
    const images = this.#freezer.all<HTMLImageElement>("img").filter((image) => this.#inView(image));
    const expected = images.filter(({ complete }) => complete || !skipPending);
    if (expected.length > 0) {
      mustRedraw = true;
      await this.#raceDeadline(Promise.all(expected.map((image) => image.decode().catch(() => undefined))), until);
    }
    // Before the first frame no screenshot is possible, and animations and autofocus have not started.
    await this.#frame(until);
    // An array, because each call has an effect and || would skip the later ones.
    const froze = [
      this.#freezer.finishAnimations(),
      this.#freezer.hideCaret(),
      this.#freezer.freezeProgress(),
      await this.#freezer.rewindVideos(skipPending ? 0 : Math.max(0, until - performance.now()) / 2),
    ];
    // A change is drawn after two frames. An unchanged page skips them, because each costs 16 ms.
    if (mustRedraw || froze.includes(true)) {
      await this.#frame(until);
      await this.#frame(until);
    }
    return this.#state();
  }

  #state(): PageState {
    const root = document.documentElement;
    return {
      title: document.title,
      elements: document.getElementsByTagName("*").length,
      width: root?.scrollWidth ?? 0,
      height: root?.scrollHeight ?? 0,
      visibleFrames:
        window.length === 0 ? 0 : this.#freezer.all("iframe, frame").filter((frame) => this.#inView(frame)).length,
      unscriptableMotion: this.#freezer.hasUnscriptableMotion(),
    };
  }

  #inView(element: Element): boolean {
    const { top, bottom, left, right } = element.getBoundingClientRect();
    return bottom > 0 && right > 0 && top < innerHeight && left < innerWidth;
  }

  #frame(until: number): Promise<unknown> {
    return this.#raceDeadline(new Promise((resolve) => requestAnimationFrame(resolve)), until);
  }

  #raceDeadline(work: Promise<unknown>, until: number): Promise<unknown> {
    const late = new Promise((resolve) => setTimeout(resolve, Math.max(0, until - performance.now())));
    return Promise.race([work.catch(() => undefined), late]);
  }
}
