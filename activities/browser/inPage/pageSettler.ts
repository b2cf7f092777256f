import { ChangingTexts } from "./changingTexts.ts";
import { Drawings } from "./drawings.ts";
import { FirstDrawing } from "./firstDrawing.ts";
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

/** Waits until a document is ready to be captured. Runs in the isolated world with only the classes that it names. */
export class PageSettler {
  readonly #freezer = new MotionFreezer();
  readonly #texts = new ChangingTexts();
  readonly #drawings = new Drawings();

  /** Waits for the first content, fonts and images in view, freezes motion and waits until the changes are drawn. */
  async settle({ maxMs, changed, skipPending, drawViewport }: SettleOptions): Promise<PageState> {
    const until = performance.now() + maxMs;
    const wasUndrawn = !skipPending && (await new FirstDrawing().wait(until));
    let mustRedraw = this.#freezer.findShadowTrees() > 0 || changed || wasUndrawn;
    this.#texts.watch(this.#freezer.roots);
    if (document.fonts.status !== "loaded" && !skipPending) {
      mustRedraw = true;
      await this.#raceDeadline(document.fonts.ready, until);
    }
    this.#drawings.start(this.#freezer.roots);
    if (!drawViewport) return this.#state();
    const images = this.#freezer.all<HTMLImageElement>("img").filter((image) => this.#inView(image));
    const expected = images.filter(({ complete }) => complete || !skipPending);
    if (expected.length > 0) {
      mustRedraw = true;
      await this.#raceDeadline(Promise.all(expected.map((image) => image.decode().catch(() => undefined))), until);
    }
    // Before the first frame no screenshot is possible, and animations and autofocus have not started.
    await this.#scrollEnd(until);
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

  /** Starts the animations of drawings, for a recording. */
  startDrawings(): void {
    this.#freezer.findShadowTrees();
    this.#drawings.start(this.#freezer.roots);
  }

  /** Waits at most `maxMs` until no script changes a text step by step. Whether one did so after the page was settled. */
  async restTexts(maxMs: number): Promise<boolean> {
    return this.#texts.rest(maxMs);
  }

  #state(): PageState {
    this.#texts.markSettled();
    const root = document.documentElement;
    return {
      title: this.#title(),
      elements: document.getElementsByTagName("*").length,
      width: root?.scrollWidth ?? 0,
      height: root?.scrollHeight ?? 0,
      visibleFrames:
        window.length === 0 ? 0 : this.#freezer.all("iframe, frame").filter((frame) => this.#inView(frame)).length,
      unscriptableMotion: this.#freezer.hasUnscriptableMotion(),
    };
  }

  /** A form named `title` shadows the document's property. The rest of a long title is cut before it is sent. */
  #title(): string {
    const title: unknown = Object.getOwnPropertyDescriptor(Document.prototype, "title")?.get?.call(document);
    return String(title).slice(0, 2_000);
  }

  /** Waits for a frame, and while a script scrolls the page step by step until it no longer does. */
  async #scrollEnd(until: number): Promise<void> {
    let hasScrolled = false;
    // The scrolling of small boxes, such as a carousel's, may never end.
    const onScroll = ({ target }: Event) => {
      hasScrolled ||= !(target instanceof Element) || target.clientHeight >= innerHeight / 2;
    };
    document.addEventListener("scroll", onScroll, { capture: true, passive: true });
    try {
      await this.#frame(until);
      while (hasScrolled && performance.now() < until) {
        hasScrolled = false;
        await this.#frame(until);
        await this.#frame(until);
      }
    } finally {
      document.removeEventListener("scroll", onScroll, { capture: true });
    }
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
