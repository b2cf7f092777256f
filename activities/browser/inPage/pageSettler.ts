import { MotionFreezer } from "./motionFreezer.ts";

/**
 * What a settled page is like. `frames` counts those that can be seen; `hides` says that something may move out of a script's
 * reach.
 */
export type PageState = {
  title: string;
  elements: number;
  width: number;
  height: number;
  frames: number;
  hides: boolean;
};

/** How a document is to be settled. */
export type Settling = {
  /** Milliseconds it may take. */
  maxMs: number;
  /** Something was changed just before. */
  touched: boolean;
  /** What has not come yet is not to be waited for. */
  impatient: boolean;
  /** What is in view now is to be drawn; a page that is scrolled through first is drawn after that. */
  drawn: boolean;
};

/**
 * Waits until a document is fit to be captured, from inside its isolated world: its source text is sent with that of Stillness,
 * so it closes over nothing else.
 */
export class PageSettler {
  readonly #still = new MotionFreezer();

  /** Fonts there, images in view decoded, what moves at rest, and what that changed drawn. */
  async settle({ maxMs, touched, impatient, drawn }: Settling): Promise<PageState> {
    const until = performance.now() + maxMs;
    let changed = this.#still.findShadowTrees() > 0 || touched;
    if (document.fonts.status !== "loaded" && !impatient) {
      changed = true;
      await this.#bounded(document.fonts.ready, until);
    }
    if (!drawn) return this.#state();
    const images = this.#still.all<HTMLImageElement>("img").filter((image) => this.#inView(image));
    const shown = images.filter(({ complete }) => complete || !impatient);
    if (shown.length > 0) {
      changed = true;
      await this.#bounded(Promise.all(shown.map((image) => image.decode().catch(() => undefined))), until);
    }
    // Until a frame was drawn no picture can be taken, and neither animations nor autofocus have begun.
    await this.#frame(until);
    // Each has an effect: none may be left out because another had something to do.
    const moved = [
      this.#still.finishAnimations(),
      this.#still.hideCaret(),
      this.#still.stillProgress(),
      await this.#still.rewindVideos(impatient ? 0 : Math.max(0, until - performance.now()) / 2),
    ];
    // A change needs two frames to be drawn. Each costs 16 ms, so a page that stands still is spared them.
    if (changed || moved.includes(true)) {
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
      frames: window.length === 0 ? 0 : this.#still.all("iframe, frame").filter((frame) => this.#inView(frame)).length,
      hides: this.#still.hides(),
    };
  }

  #inView(element: Element): boolean {
    const { top, bottom, left, right } = element.getBoundingClientRect();
    return bottom > 0 && right > 0 && top < innerHeight && left < innerWidth;
  }

  #frame(until: number): Promise<unknown> {
    return this.#bounded(new Promise((resolve) => requestAnimationFrame(resolve)), until);
  }

  #bounded(work: Promise<unknown>, until: number): Promise<unknown> {
    const late = new Promise((resolve) => setTimeout(resolve, Math.max(0, until - performance.now())));
    return Promise.race([work.catch(() => undefined), late]);
  }
}
