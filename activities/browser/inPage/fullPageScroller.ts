import type { Span } from "../capture/screenshot.ts";
import { MotionFreezer } from "./motionFreezer.ts";
import { StyleOverrides } from "./styleOverrides.ts";

/** How an element looks, in the properties by which pages reveal what is scrolled to. */
type Look = Record<"opacity" | "visibility" | "transform" | "translate" | "scale" | "rotate" | "filter", string>;

/**
 * Brings a whole page into view, from inside its isolated world: its source text is sent with that of StyleHolds and
 * Stillness, so it closes over nothing else.
 * Scrolling sets off lazy images, lists that load on and whatever waits to be seen. What a page shows only while it is in view
 * is then held in the look it had, what floats at the viewport's bottom is put at the page's, and a page that scrolls
 * in an element instead of the document has that element opened up. The DOM itself stays as the page made it: all of this
 * is done by one style sheet.
 */
export class FullPageScroller {
  /** Viewports by which a list without end may grow. */
  readonly #maxGrowth = 10;
  readonly #root = document.scrollingElement ?? document.documentElement;
  readonly #inner = this.#findInnerScroller();
  readonly #scroller = this.#inner ?? this.#root;
  readonly #viewHeight = Math.max(1, Math.min(innerHeight, this.#scroller.clientHeight));
  readonly #end = this.#scroller.scrollHeight + this.#maxGrowth * this.#viewHeight;
  readonly #holds = new StyleOverrides();
  readonly #still = new MotionFreezer();
  readonly #seen = new Map<HTMLElement, Look>();
  /** Elements of the page's flow below the first viewport that are there and can't be seen. */
  readonly #unseen = new Set<HTMLElement>();
  /** How what is fixed to the viewport looked before anything was scrolled. */
  readonly #fixed = new Map<HTMLElement, string>();
  #top = 0;

  constructor() {
    for (const element of this.#still.elements()) if (element instanceof HTMLElement) this.#survey(element);
  }

  /** Scrolls from where it came to the page's present end. When it was there already, whether something has still not shown itself. */
  async scrollOn(maxMs: number): Promise<"moved" | "unseen" | "seen"> {
    const until = performance.now() + maxMs;
    const last = () => Math.min(this.#end, this.#scroller.scrollHeight) - this.#viewHeight;
    if (this.#top === 0) this.#startImages();
    if (this.#top >= last()) return this.#placesUnseen().length > 0 ? "unseen" : "seen";
    // Frame callbacks run before a frame's intersections are computed: from here on each position lasts to the end of its frame.
    await this.#frame(until);
    while (this.#top < last() && performance.now() < until) {
      this.#top = Math.min(last(), this.#top + this.#viewHeight);
      await this.#show(this.#top, until);
    }
    // What the last position set off.
    await this.#show(this.#top, until);
    return "moved";
  }

  /**
   * Goes back to what has still not shown itself and stays there for a moment: some pages look where they are only
   * so often, or want an element well inside the viewport.
   */
  async revisit(maxMs: number): Promise<void> {
    const until = performance.now() + maxMs;
    for (const top of this.#placesUnseen()) {
      if (performance.now() >= until) break;
      await this.#show(top, until);
      await this.#bounded(new Promise((resolve) => setTimeout(resolve, 120)), until);
      this.#note();
    }
  }

  /**
   * Returns to the top and waits until nothing moves any more; then the page is as its picture shall show it. Resolves to where
   * it has videos below the viewport, CSS pixels from its top; null where it has none.
   */
  async finish(maxMs: number): Promise<Span | null> {
    const until = performance.now() + maxMs;
    if (this.#inner !== null) {
      this.#inner.scrollTo({ top: 0, behavior: "instant" });
      this.#openUp(this.#inner);
    }
    this.#root.scrollTo({ top: 0, left: 0, behavior: "instant" });
    for (const [element, look] of this.#seen) if (Number(look.opacity) > 0.95) this.#holds.set(element, look);
    this.#holds.apply();
    // Those that have not come by now were waited for. One without an address rejects at once.
    const images = this.#still.all<HTMLImageElement>("img").filter(({ complete }) => complete);
    await this.#bounded(Promise.all(images.map((image) => image.decode().catch(() => undefined))), until);
    this.#still.hideCaret();
    this.#still.stillProgress();
    // Some play only where they are seen.
    await this.#still.rewindVideos(Math.max(0, until - performance.now()) / 2);
    await this.#rest(until);
    await this.#calm(Math.min(until, performance.now() + 600));
    const more = [this.#holdHalfSeen(), this.#placeFloating()];
    if (more.includes(true)) {
      this.#holds.apply();
      await this.#rest(until);
    }
    return this.#hiddenVideos();
  }

  #hiddenVideos(): Span | null {
    const boxes = this.#still
      .all<HTMLVideoElement>("video")
      .filter((video) => video.readyState >= video.HAVE_CURRENT_DATA)
      .map((video) => video.getBoundingClientRect())
      .filter(({ width, height, bottom }) => width > 0 && height > 0 && bottom > innerHeight);
    if (boxes.length === 0) return null;
    return { top: Math.min(...boxes.map(({ top }) => top)), bottom: Math.max(...boxes.map(({ bottom }) => bottom)) };
  }

  #findInnerScroller(): HTMLElement | null {
    const overflow = this.#root.scrollHeight - innerHeight;
    if (overflow > innerHeight / 4) return null;
    const candidates = [...document.querySelectorAll<HTMLElement>("body, body *")].filter(
      (element) =>
        element.scrollHeight - element.clientHeight > Math.max(1, overflow) &&
        element.clientHeight >= innerHeight / 2 &&
        element.clientWidth * element.clientHeight >= innerWidth * innerHeight * 0.4 &&
        /auto|scroll|overlay/u.test(getComputedStyle(element).overflowY),
    );
    return candidates.reduce<HTMLElement | null>(
      (tallest, element) => (element.scrollHeight > (tallest?.scrollHeight ?? 0) ? element : tallest),
      null,
    );
  }

  #survey(element: HTMLElement): void {
    const { opacity, visibility, position } = getComputedStyle(element);
    if (position === "fixed") this.#fixed.set(element, this.#placeOf(element));
    // What is laid over something else (slides, menus, captions) shows itself for other reasons.
    if (position !== "static" && position !== "relative") return;
    if (Number(opacity) > 0.05 && visibility !== "hidden") return;
    const { bottom, width, height } = element.getBoundingClientRect();
    if (bottom > innerHeight && width > 0 && height > 0 && !this.#floats(element)) this.#unseen.add(element);
  }

  #placeOf(element: HTMLElement): string {
    const { top, left, width, height } = element.getBoundingClientRect();
    const { opacity, visibility } = getComputedStyle(element);
    return [top, left, width, height, opacity, visibility].join(" ");
  }

  #floats(element: Element): boolean {
    for (let each: Element | null = element; each !== null; each = each.parentElement)
      if (getComputedStyle(each).position === "fixed") return true;
    return false;
  }

  /**
   * Has lazy images come while the page is scrolled through, not after it. What a lazy image is waiting for is over once it is
   * said to be eager, even if it says the next moment that it is lazy.
   */
  #startImages(): void {
    for (const image of this.#still.all<HTMLImageElement>("img[loading=lazy i]")) {
      if (image.complete || image.getClientRects().length === 0) continue;
      const loading = image.getAttribute("loading") ?? "";
      image.loading = "eager";
      image.setAttribute("loading", loading);
    }
  }

  async #show(top: number, until: number): Promise<void> {
    this.#scroller.scrollTo({ top, behavior: "instant" });
    await this.#frame(until);
    this.#note();
  }

  /** Takes down what has come into view, at the end of its transition. */
  #note(): void {
    this.#still.finishAnimations();
    for (const element of this.#unseen) {
      const look = this.#lookOf(element);
      if (Number(look.opacity) <= 0.05 || look.visibility === "hidden") continue;
      const known = this.#seen.get(element);
      if (known === undefined || Number(known.opacity) < Number(look.opacity)) this.#seen.set(element, look);
      if (Number(look.opacity) > 0.95) this.#unseen.delete(element);
    }
  }

  #lookOf(element: Element): Look {
    const { opacity, visibility, transform, translate, scale, rotate, filter } = getComputedStyle(element);
    return { opacity, visibility, transform, translate, scale, rotate, filter };
  }

  /** Where to scroll to so that whatever is still unseen, lazy images too, is well inside the viewport; eight places at most. */
  #placesUnseen(): number[] {
    const lazy = this.#still.all<HTMLImageElement>("img").filter((image) => this.#awaitsScript(image));
    const centers = [...this.#unseen, ...lazy]
      .map((element) => element.getBoundingClientRect())
      .filter(({ width, height }) => width > 0 && height > 0)
      .map(({ top, height }) => top + height / 2 + this.#scroller.scrollTop)
      .toSorted((a, b) => a - b);
    const places: number[] = [];
    for (const center of centers) {
      const covered = (places.at(-1) ?? -Infinity) + this.#viewHeight * 0.8;
      if (center > covered && places.length < 8) places.push(Math.max(0, center - this.#viewHeight * 0.4));
    }
    return places;
  }

  /** Whether an image has its address in an attribute of its own, from which a script has yet to take it. */
  #awaitsScript(image: HTMLImageElement): boolean {
    const deferred = Object.entries(image.dataset).filter(([name]) => /src$/iu.test(name));
    return deferred.length > 0 && (!image.complete || image.naturalWidth <= 1 || image.currentSrc.startsWith("data:"));
  }

  /** What was on its way into view when it was left, and has turned back, gets the look of having arrived. */
  #holdHalfSeen(): boolean {
    const arrived: Look = {
      opacity: "1",
      visibility: "visible",
      transform: "none",
      translate: "none",
      scale: "none",
      rotate: "none",
      filter: "none",
    };
    const turnedBack = [...this.#seen].filter(([element, { opacity }]) => {
      const now = this.#lookOf(element);
      return Number(opacity) <= 0.95 && (now.visibility === "hidden" || Number(now.opacity) < Number(opacity) - 0.05);
    });
    for (const [element] of turnedBack) this.#holds.set(element, arrived);
    return turnedBack.length > 0;
  }

  /** A whole page has no viewport whose bottom something could float at: it goes to the page's bottom, or where it stands in the flow. */
  #placeFloating(): boolean {
    const drop = this.#root.scrollHeight - innerHeight;
    if (drop <= 0) return false;
    const before = this.#holds.size;
    for (const element of this.#still.elements()) {
      const { position, bottom, translate } = getComputedStyle(element);
      if (position === "sticky" && bottom !== "auto") this.#holds.set(element, { bottom: "auto" });
      if (position !== "fixed" || translate !== "none") continue;
      const box = element.getBoundingClientRect();
      const atBottom = box.height > 0 && box.top > innerHeight / 2 && Math.abs(innerHeight - box.bottom) < 120;
      if (atBottom && (element.parentElement === null || !this.#floats(element.parentElement)))
        this.#holds.set(element, { translate: `0 ${drop}px` });
    }
    return this.#holds.size > before;
  }

  #openUp(scroller: HTMLElement): void {
    for (let element: HTMLElement | null = scroller; element !== null; element = element.parentElement) {
      const lifted = ["fixed", "absolute"].includes(getComputedStyle(element).position);
      this.#holds.set(element, {
        overflow: "visible",
        height: "auto",
        "max-height": "none",
        "flex-basis": "auto",
        contain: "none",
        ...(lifted && { position: "static" }),
      });
    }
  }

  /** Brings what moves to its end, or, where it has none, to its beginning; waits until the page keeps its size and what fades in has done so. */
  async #rest(until: number): Promise<void> {
    const state = () =>
      [
        this.#root.scrollWidth,
        this.#root.scrollHeight,
        ...[...this.#seen.keys()].map((element) => getComputedStyle(element).opacity),
      ].join(" ");
    for (let before = ""; before !== state() && performance.now() < until;) {
      before = state();
      await this.#frame(until);
      this.#still.finishAnimations();
      await this.#frame(until);
    }
  }

  /** What follows the scrolling, a header that has shrunk, may take its time to notice that the page is at its top again. */
  async #calm(until: number): Promise<void> {
    const moved = () =>
      [...this.#fixed].some(([element, place]) => element.isConnected && this.#placeOf(element) !== place);
    while (moved() && performance.now() < until) {
      await this.#frame(until);
      this.#still.finishAnimations();
    }
  }

  #frame(until: number): Promise<unknown> {
    return this.#bounded(new Promise((resolve) => requestAnimationFrame(resolve)), until);
  }

  #bounded(work: Promise<unknown>, until: number): Promise<unknown> {
    const late = new Promise((resolve) => setTimeout(resolve, Math.max(0, until - performance.now())));
    return Promise.race([work.catch(() => undefined), late]);
  }
}
