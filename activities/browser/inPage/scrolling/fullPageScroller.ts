import { FixedElements } from "./fixedElements.ts";
import { InnerScroller } from "./innerScroller.ts";
import { MotionFreezer } from "../motionFreezer.ts";
import { Placeholders } from "./placeholders.ts";
import { ScrollerExpander } from "./scrollerExpander.ts";
import { StyleOverrides } from "../styleOverrides.ts";

/** Vertical range, CSS pixels from the page's top. */
export type VerticalRange = { top: number; bottom: number };

/** Computed values of the properties with which pages reveal elements on scroll. */
type Appearance = Record<"opacity" | "visibility" | "transform" | "translate" | "scale" | "rotate" | "filter", string>;

/**
 * Prepares a page for a full-page screenshot. Runs in the isolated world with only StyleOverrides, MotionFreezer,
 * Placeholders, InnerScroller, ScrollerExpander and FixedElements.
 * - Scrolling triggers lazy images, endless lists and elements that are revealed in view.
 * - Elements that are visible only while in view keep the appearance they had then.
 * - Elements fixed to the bottom of the viewport move to the bottom of the page.
 * - Parts that the browser skips outside the viewport (`content-visibility: auto`) are drawn.
 * - A page that scrolls inside an element gets that element expanded.
 * All changes are made by one style sheet, so the DOM stays as the page made it.
 */
export class FullPageScroller {
  /** Viewport heights by which an endless list may grow. */
  readonly #maxGrowth = 10;
  readonly #root = new InnerScroller().root();
  readonly #inner = new InnerScroller().find();
  readonly #scroller = this.#inner ?? this.#root;
  readonly #viewHeight = Math.max(1, Math.min(innerHeight, this.#scroller.clientHeight));
  readonly #end: number;
  /** End of the part to reveal, CSS pixels from the page's top. */
  #partEnd = Infinity;
  readonly #overrides = new StyleOverrides();
  readonly #expander = new ScrollerExpander();
  readonly #freezer = new MotionFreezer();
  readonly #placeholders = new Placeholders();
  /** Places that are always revisited. Further ones are while a place reveals or loads something. */
  readonly #maxPlaces = 8;
  /** Places without an effect, one after the other, after which nothing is expected to load. */
  readonly #maxFruitless = 2;
  /** Time for a script to notice that scrolling pauses. Common ones wait for up to 300 ms. */
  readonly #maxStayMs = 450;
  /** Elements whose content a script has not begun to load. */
  #waiting: Element[] = [];
  /** Elements that were revealed, with their most opaque appearance. */
  readonly #revealed = new Map<HTMLElement, Appearance>();
  /** Transparent or hidden elements in the page's flow below the first viewport. */
  readonly #unrevealed = new Set<HTMLElement>();
  readonly #fixed = new FixedElements();
  #top = 0;

  constructor() {
    this.#freezer.centreInView();
    for (const element of this.#freezer.elements()) if (element instanceof HTMLElement) this.#register(element);
    this.#overrides.apply();
    this.#end = this.#scroller.scrollHeight + this.#maxGrowth * this.#viewHeight;
  }

  /**
   * Scrolls from the last position to the page's current end, or to `end` (CSS pixels) if that comes first.
   * Returns `scrolled`; or, when it was already there, whether elements are still unrevealed.
   */
  async scrollToEnd(maxMs: number, end: number | null): Promise<"scrolled" | "unrevealed" | "revealed"> {
    const until = performance.now() + maxMs;
    this.#partEnd = end ?? Infinity;
    const last = () => Math.min(this.#end, this.#partEnd, this.#scroller.scrollHeight) - this.#viewHeight;
    if (this.#top === 0 || end === null) this.#startImages();
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
   * Scrolls back to what is unrevealed and stays there for a moment. Some pages throttle their scroll handler, need an element
   * well inside the viewport, or load only when scrolling pauses.
   */
  async revisit(maxMs: number): Promise<void> {
    const until = performance.now() + maxMs;
    let fruitless = 0;
    for (const [place, top] of this.#unrevealedPositions().entries()) {
      if (performance.now() >= until) break;
      await this.#scrollTo(top, until);
      const [hiddenElements, waitingElements] = [this.#inView(this.#unrevealed), this.#inView(this.#waiting)];
      const patient = fruitless < this.#maxFruitless;
      if (place >= this.#maxPlaces && !patient) break;
      // Others were loaded together with those of an earlier place, or no script loads them.
      if (hiddenElements.length === 0 && (waitingElements.length === 0 || !patient)) continue;
      await this.#stay(patient ? waitingElements : [], until);
      this.#recordRevealed();
      const changed =
        hiddenElements.some((element) => !this.#unrevealed.has(element)) ||
        waitingElements.some((element) => !this.#placeholders.waits(element));
      fruitless = changed ? 0 : fruitless + 1;
    }
  }

  /** Stays for 120 ms, and longer while all of the elements wait. */
  async #stay(waiting: Element[], until: number): Promise<void> {
    const startedAt = performance.now();
    // Seven frames usually take 120 ms. A slow browser draws fewer then, and scripts fade elements in by frames.
    for (let frames = 0; frames < 7; frames += 1) await this.#frame(until);
    const all = () => waiting.length > 0 && waiting.every((element) => this.#placeholders.waits(element));
    const elapsed = () => performance.now() - startedAt;
    while (performance.now() < until && (elapsed() < 120 || (elapsed() < this.#maxStayMs && all())))
      await this.#frame(until);
  }

  /** Elements that lie in the viewport and still wait to be revealed or loaded. */
  #inView<Type extends Element>(elements: Iterable<Type>): Type[] {
    return [...elements].filter((element) => {
      const { top, bottom } = element.getBoundingClientRect();
      const isHidden = element instanceof HTMLElement && this.#unrevealed.has(element);
      return bottom > 0 && top < innerHeight && (isHidden || this.#placeholders.waits(element));
    });
  }

  /**
   * Returns to the top, applies the style overrides and waits until nothing moves.
   * Resolves to the range of videos below the viewport, or null without any.
   */
  async finish(maxMs: number): Promise<VerticalRange | null> {
    const until = performance.now() + maxMs;
    this.#root.scrollTo({ top: 0, left: 0, behavior: "instant" });
    if (this.#inner !== null) {
      this.#inner.scrollTo({ top: 0, behavior: "instant" });
      this.#expander.expand(this.#inner);
    }
    for (const [element, appearance] of this.#revealed)
      if (Number(appearance.opacity) > 0.95) this.#overrides.set(element, appearance);
    this.#overrides.apply();
    this.#freezer.centreInView();
    // Scripts may have added lazy images meanwhile.
    this.#startImages();
    const images = this.#freezer.all<HTMLImageElement>("img").filter((image) => this.#isInPart(image));
    await this.#raceDeadline(Promise.all(images.map((image) => this.#decoded(image))), until);
    this.#freezer.hideCaret();
    this.#freezer.freezeProgress();
    // After the scrolling, because some videos play only while they are in view.
    await this.#freezer.rewindVideos(Math.max(0, until - performance.now()) / 2);
    await this.#waitUntilStable(until);
    await this.#waitForFixed(Math.min(until, performance.now() + 600));
    const changes = [
      this.#completeHalfRevealed(),
      this.#fixed.moveToBottom(this.#freezer.elements(), this.#root.scrollHeight - innerHeight),
    ];
    if (changes.includes(true)) {
      this.#overrides.apply();
      this.#fixed.apply();
      await this.#waitUntilStable(until);
    }
    return this.#hiddenVideos();
  }

  /** Lets elements float at the bottom of the viewport again, and the page have the height of its content. */
  releaseFloating(): void {
    this.#fixed.release();
    this.#expander.releaseHeights();
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

  /** Resolves once an image is decoded or can't be; at once for one that does not load. */
  async #decoded(image: HTMLImageElement): Promise<void> {
    // A promise of decode() is rejected when the image is switched from lazy to eager.
    if (!image.complete && this.#isLoading(image))
      await new Promise((resolve) => {
        for (const event of ["load", "error"]) image.addEventListener(event, resolve, { once: true });
      });
    // An image without an address rejects at once.
    if (image.complete) await image.decode().catch(() => undefined);
  }

  /** Whether an element begins above the end of the part to reveal. */
  #isInPart(element: Element): boolean {
    return this.#partEnd === Infinity || element.getBoundingClientRect().top + this.#scroller.scrollTop < this.#partEnd;
  }

  /** Whether an image that takes room loads. Pictures that count visits are small and may never arrive. */
  #isLoading(image: HTMLImageElement): boolean {
    const [box] = image.getClientRects();
    if (box === undefined || image.currentSrc + image.src === "") return false;
    const side = Math.max(box.width, box.height);
    return side === 0 || side > 2;
  }

  /** Registers a fixed, skipped or unrevealed element before the scrolling. */
  #register(element: HTMLElement): void {
    const { opacity, visibility, position, contentVisibility } = getComputedStyle(element);
    if (contentVisibility === "auto") this.#overrides.set(element, { "content-visibility": "visible" });
    if (position === "fixed") this.#fixed.register(element);
    // Positioned overlays such as slides, menus and captions are not revealed by scrolling.
    if (position !== "static" && position !== "relative") return;
    if (Number(opacity) > 0.05 && visibility !== "hidden") return;
    const { bottom, width, height } = element.getBoundingClientRect();
    if (bottom > innerHeight && width > 0 && height > 0 && !this.#fixed.surround(element))
      this.#unrevealed.add(element);
  }

  /**
   * Starts to load lazy images before the scrolling reaches them.
   * Switching `loading` to eager starts the load; the attribute is then restored.
   */
  #startImages(): void {
    for (const image of this.#freezer.all<HTMLImageElement>("img[loading=lazy i]")) {
      if (image.complete || image.getClientRects().length === 0 || !this.#isInPart(image)) continue;
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

  /** Scroll positions that bring unrevealed and waiting elements well inside the viewport. */
  #unrevealedPositions(): number[] {
    this.#waiting = this.#placeholders.find(this.#freezer.roots).filter((element) => this.#isInPart(element));
    const centers = [...this.#unrevealed, ...this.#waiting]
      .filter((element) => this.#isInPart(element))
      .map((element) => element.getBoundingClientRect())
      .filter(({ width, height }) => width > 0 && height > 0)
      .map(({ top, height }) => top + height / 2 + this.#scroller.scrollTop)
      .toSorted((a, b) => a - b);
    const positions: number[] = [];
    for (const center of centers) {
      const covered = (positions.at(-1) ?? -Infinity) + this.#viewHeight * 0.8;
      if (center > covered) positions.push(Math.max(0, center - this.#viewHeight * 0.4));
    }
    return positions;
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
    while (this.#fixed.differ() && performance.now() < until) {
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
