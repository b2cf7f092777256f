import type { VerticalRange } from "../capture/screenshot.ts";
import { InnerScroller } from "./innerScroller.ts";
import { MotionFreezer } from "./motionFreezer.ts";
import { StyleOverrides } from "./styleOverrides.ts";

/** Computed values of the properties with which pages reveal elements on scroll. */
type Appearance = Record<"opacity" | "visibility" | "transform" | "translate" | "scale" | "rotate" | "filter", string>;

/**
 * Prepares a page for a full-page screenshot. Runs in the isolated world with only StyleOverrides, MotionFreezer and
 * InnerScroller.
 * - Scrolling triggers lazy images, endless lists and elements that are revealed in view.
 * - Elements that are visible only while in view keep the appearance they had then.
 * - Elements fixed to the bottom of the viewport move to the bottom of the page.
 * - A page that scrolls inside an element gets that element expanded.
 * All changes are made by one style sheet, so the DOM stays as the page made it.
 */
export class FullPageScroller {
  /** Viewport heights by which an endless list may grow. */
  readonly #maxGrowth = 10;
  readonly #root = document.scrollingElement ?? document.documentElement;
  readonly #inner = new InnerScroller().find();
  readonly #scroller = this.#inner ?? this.#root;
  readonly #viewHeight = Math.max(1, Math.min(innerHeight, this.#scroller.clientHeight));
  readonly #end = this.#scroller.scrollHeight + this.#maxGrowth * this.#viewHeight;
  readonly #overrides = new StyleOverrides();
  /** Overrides of elements that float at the viewport's bottom. */
  readonly #floating = new StyleOverrides();
  readonly #freezer = new MotionFreezer();
  /** Elements that were revealed, with their most opaque appearance. */
  readonly #revealed = new Map<HTMLElement, Appearance>();
  /** Transparent or hidden elements in the page's flow below the first viewport. */
  readonly #unrevealed = new Set<HTMLElement>();
  /** State of fixed elements before the scrolling, see `#fixedState`. */
  readonly #fixed = new Map<HTMLElement, string>();
  #top = 0;

  constructor() {
    for (const element of this.#freezer.elements()) if (element instanceof HTMLElement) this.#register(element);
  }

  /**
   * Scrolls from the last position to the page's current end.
   * Returns `scrolled`; or, when it was already there, whether elements are still unrevealed.
   */
  async scrollToEnd(maxMs: number): Promise<"scrolled" | "unrevealed" | "revealed"> {
    const until = performance.now() + maxMs;
    const last = () => Math.min(this.#end, this.#scroller.scrollHeight) - this.#viewHeight;
    if (this.#top === 0) this.#startImages();
    if (this.#top >= last()) return this.#unrevealedPositions().length > 0 ? "unrevealed" : "revealed";
    // Frame callbacks run before intersections are computed, so each position must last until its frame ends.
    await this.#frame(until);
    while (this.#top < last() && performance.now() < until) {
      this.#top = Math.min(last(), this.#top + this.#viewHeight);
      await this.#scrollTo(this.#top, until);
    }
    // Again, to record what the last position triggered.
    await this.#scrollTo(this.#top, until);
    return "scrolled";
  }

  /**
   * Scrolls back to unrevealed elements and stays there for a moment.
   * Some pages throttle their scroll handler or need an element well inside the viewport.
   */
  async revisit(maxMs: number): Promise<void> {
    const until = performance.now() + maxMs;
    for (const top of this.#unrevealedPositions()) {
      if (performance.now() >= until) break;
      await this.#scrollTo(top, until);
      const timer = this.#raceDeadline(new Promise((resolve) => setTimeout(resolve, 120)), until);
      // Seven frames usually take 120 ms. A slow browser draws fewer then, and scripts fade elements in by frames.
      for (let frames = 0; frames < 7; frames += 1) await this.#frame(until);
      await timer;
      this.#recordRevealed();
    }
  }

  /**
   * Returns to the top, applies the style overrides and waits until nothing moves.
   * Resolves to the range of videos below the viewport, or null without any.
   */
  async finish(maxMs: number): Promise<VerticalRange | null> {
    const until = performance.now() + maxMs;
    if (this.#inner !== null) {
      this.#inner.scrollTo({ top: 0, behavior: "instant" });
      this.#expandScroller(this.#inner);
    }
    this.#root.scrollTo({ top: 0, left: 0, behavior: "instant" });
    for (const [element, appearance] of this.#revealed)
      if (Number(appearance.opacity) > 0.95) this.#overrides.set(element, appearance);
    this.#overrides.apply();
    // Incomplete images were already waited for. An image without an address rejects at once.
    const images = this.#freezer.all<HTMLImageElement>("img").filter(({ complete }) => complete);
    await this.#raceDeadline(Promise.all(images.map((image) => image.decode().catch(() => undefined))), until);
    this.#freezer.hideCaret();
    this.#freezer.freezeProgress();
    // After the scrolling, because some videos play only while they are in view.
    await this.#freezer.rewindVideos(Math.max(0, until - performance.now()) / 2);
    await this.#waitUntilStable(until);
    await this.#waitForFixed(Math.min(until, performance.now() + 600));
    const changes = [this.#completeHalfRevealed(), this.#moveFloatingToBottom()];
    if (changes.includes(true)) {
      this.#overrides.apply();
      this.#floating.apply();
      await this.#waitUntilStable(until);
    }
    return this.#hiddenVideos();
  }

  /** Lets elements float at the bottom of the viewport again. */
  releaseFloating(): void {
    this.#floating.remove();
  }

  #hiddenVideos(): VerticalRange | null {
    const boxes = this.#freezer
      .all<HTMLVideoElement>("video")
      .filter((video) => video.readyState >= video.HAVE_CURRENT_DATA)
      .map((video) => video.getBoundingClientRect())
      .filter(({ width, height, bottom }) => width > 0 && height > 0 && bottom > innerHeight);
    if (boxes.length === 0) return null;
    return { top: Math.min(...boxes.map(({ top }) => top)), bottom: Math.max(...boxes.map(({ bottom }) => bottom)) };
  }

  /** Registers a fixed or unrevealed element before the scrolling. */
  #register(element: HTMLElement): void {
    const { opacity, visibility, position } = getComputedStyle(element);
    if (position === "fixed") this.#fixed.set(element, this.#fixedState(element));
    // Positioned overlays such as slides, menus and captions are not revealed by scrolling.
    if (position !== "static" && position !== "relative") return;
    if (Number(opacity) > 0.05 && visibility !== "hidden") return;
    const { bottom, width, height } = element.getBoundingClientRect();
    if (bottom > innerHeight && width > 0 && height > 0 && !this.#isInFixed(element)) this.#unrevealed.add(element);
  }

  /** Position, size and visibility of a fixed element as one comparable string. */
  #fixedState(element: HTMLElement): string {
    const { top, left, width, height } = element.getBoundingClientRect();
    const { opacity, visibility } = getComputedStyle(element);
    return [top, left, width, height, opacity, visibility].join(" ");
  }

  /** Whether the element or one of its ancestors has a fixed position. */
  #isInFixed(element: Element): boolean {
    for (let each: Element | null = element; each !== null; each = each.parentElement)
      if (getComputedStyle(each).position === "fixed") return true;
    return false;
  }

  /**
   * Starts to load lazy images before the scrolling reaches them.
   * Switching `loading` to eager starts the load; the attribute is then restored.
   */
  #startImages(): void {
    for (const image of this.#freezer.all<HTMLImageElement>("img[loading=lazy i]")) {
      if (image.complete || image.getClientRects().length === 0) continue;
      const loading = image.getAttribute("loading") ?? "";
      image.loading = "eager";
      image.setAttribute("loading", loading);
    }
  }

  async #scrollTo(top: number, until: number): Promise<void> {
    this.#scroller.scrollTo({ top, behavior: "instant" });
    await this.#frame(until);
    this.#recordRevealed();
  }

  /** Finishes transitions and records the appearance of elements that became visible. */
  #recordRevealed(): void {
    this.#freezer.finishAnimations();
    for (const element of this.#unrevealed) {
      const now = this.#appearanceOf(element);
      if (Number(now.opacity) <= 0.05 || now.visibility === "hidden") continue;
      const recorded = this.#revealed.get(element);
      if (recorded === undefined || Number(recorded.opacity) < Number(now.opacity)) this.#revealed.set(element, now);
      if (Number(now.opacity) > 0.95) this.#unrevealed.delete(element);
    }
  }

  #appearanceOf(element: Element): Appearance {
    const { opacity, visibility, transform, translate, scale, rotate, filter } = getComputedStyle(element);
    return { opacity, visibility, transform, translate, scale, rotate, filter };
  }

  /** At most eight scroll positions that bring unrevealed elements and lazy images well inside the viewport. */
  #unrevealedPositions(): number[] {
    const lazy = this.#freezer.all<HTMLImageElement>("img").filter((image) => this.#awaitsScript(image));
    const centers = [...this.#unrevealed, ...lazy]
      .map((element) => element.getBoundingClientRect())
      .filter(({ width, height }) => width > 0 && height > 0)
      .map(({ top, height }) => top + height / 2 + this.#scroller.scrollTop)
      .toSorted((a, b) => a - b);
    const positions: number[] = [];
    for (const center of centers) {
      const covered = (positions.at(-1) ?? -Infinity) + this.#viewHeight * 0.8;
      if (center > covered && positions.length < 8) positions.push(Math.max(0, center - this.#viewHeight * 0.4));
    }
    return positions;
  }

  /** Whether an image keeps its address in a `data-…src` attribute that a script has not applied yet. */
  #awaitsScript(image: HTMLImageElement): boolean {
    const deferred = Object.entries(image.dataset).filter(([name]) => /src$/iu.test(name));
    return deferred.length > 0 && (!image.complete || image.naturalWidth <= 1 || image.currentSrc.startsWith("data:"));
  }

  /** Fully reveals elements that were fading in when they left the view and faded out again. Whether there were any. */
  #completeHalfRevealed(): boolean {
    const complete: Appearance = {
      opacity: "1",
      visibility: "visible",
      transform: "none",
      translate: "none",
      scale: "none",
      rotate: "none",
      filter: "none",
    };
    const halfRevealed = [...this.#revealed].filter(([element, { opacity }]) => {
      const now = this.#appearanceOf(element);
      return Number(opacity) <= 0.95 && (now.visibility === "hidden" || Number(now.opacity) < Number(opacity) - 0.05);
    });
    for (const [element] of halfRevealed) this.#overrides.set(element, complete);
    return halfRevealed.length > 0;
  }

  /**
   * Moves elements fixed near the viewport's bottom to the page's bottom.
   * Elements that stick to the viewport's bottom return to their place in the flow. Whether there were any.
   */
  #moveFloatingToBottom(): boolean {
    const drop = this.#root.scrollHeight - innerHeight;
    if (drop <= 0) return false;
    for (const element of this.#freezer.elements()) {
      const { position, bottom, translate } = getComputedStyle(element);
      if (position === "sticky" && bottom !== "auto") this.#floating.set(element, { bottom: "auto" });
      if (position !== "fixed" || translate !== "none") continue;
      const box = element.getBoundingClientRect();
      const atBottom = box.height > 0 && box.top > innerHeight / 2 && Math.abs(innerHeight - box.bottom) < 120;
      if (atBottom && (element.parentElement === null || !this.#isInFixed(element.parentElement)))
        this.#floating.set(element, { translate: `0 ${drop}px` });
    }
    return this.#floating.size > 0;
  }

  /** Expands an inner scroller and its ancestors to their full content. */
  #expandScroller(scroller: HTMLElement): void {
    for (let element: HTMLElement | null = scroller; element !== null; element = element.parentElement) {
      const outOfFlow = ["fixed", "absolute"].includes(getComputedStyle(element).position);
      this.#overrides.set(element, {
        overflow: "visible",
        height: "auto",
        "max-height": "none",
        "flex-basis": "auto",
        contain: "none",
        ...(outOfFlow && { position: "static" }),
      });
    }
  }

  /** Freezes animations until the page's size and the opacity of revealed elements no longer change. */
  async #waitUntilStable(until: number): Promise<void> {
    const state = () =>
      [
        this.#root.scrollWidth,
        this.#root.scrollHeight,
        ...[...this.#revealed.keys()].map((element) => getComputedStyle(element).opacity),
      ].join(" ");
    // Two frames, because the first can take back what the frame before it did.
    let last = state();
    for (let equalFrames = 0; equalFrames < 2 && performance.now() < until;) {
      await this.#frame(until);
      this.#freezer.finishAnimations();
      const now = state();
      equalFrames = now === last ? equalFrames + 1 : 0;
      last = now;
    }
  }

  /** Waits until fixed elements look as before the scrolling, such as a header that shrank meanwhile. */
  async #waitForFixed(until: number): Promise<void> {
    const differs = () =>
      [...this.#fixed].some(([element, state]) => element.isConnected && this.#fixedState(element) !== state);
    while (differs() && performance.now() < until) {
      await this.#frame(until);
      this.#freezer.finishAnimations();
    }
  }

  #frame(until: number): Promise<unknown> {
    return this.#raceDeadline(new Promise((resolve) => requestAnimationFrame(resolve)), until);
  }

  #raceDeadline(work: Promise<unknown>, until: number): Promise<unknown> {
    const late = new Promise((resolve) => setTimeout(resolve, Math.max(0, until - performance.now())));
    return Promise.race([work.catch(() => undefined), late]);
  }
}
