import { EndlessMotion } from "./endlessMotion.ts";

/**
 * Brings animations and videos to a reproducible state.
 * Only its source text is sent to the page's isolated world, so it must not use anything outside itself but EndlessMotion.
 */
export class MotionFreezer {
  /** Elements that are examined. Further ones keep moving. */
  readonly #maxElements = 20_000;
  readonly #endless = new EndlessMotion();
  #roots: Array<Document | ShadowRoot> = [document];
  /** Whether a custom element has no open shadow tree, so that it may have a closed one. */
  #mayHaveClosedTrees = false;

  /** Elements of the document and of its open shadow trees. */
  *elements(): Generator<Element> {
    let remainingCount = this.#maxElements;
    const roots: Array<Document | ShadowRoot> = [document];
    this.#roots = roots;
    for (const root of roots) {
      const elements = root instanceof Document ? root.getElementsByTagName("*") : root.querySelectorAll("*");
      for (const element of elements) {
        if (remainingCount === 0) return;
        remainingCount -= 1;
        if (element.shadowRoot !== null) roots.push(element.shadowRoot);
        yield element;
      }
    }
  }

  /** The document and the open shadow trees found last. */
  get roots(): ReadonlyArray<Document | ShadowRoot> {
    return this.#roots;
  }

  /** Finds the current open shadow trees and returns their number. */
  findShadowTrees(): number {
    this.#mayHaveClosedTrees = false;
    for (const element of this.elements())
      if (element.shadowRoot === null && element.localName.includes("-")) this.#mayHaveClosedTrees = true;
    return this.#roots.length - 1;
  }

  /** Whether there may be motion that no script can stop. Uses the shadow trees found last. */
  hasUnscriptableMotion(): boolean {
    return this.#mayHaveClosedTrees || this.all("marquee, video[controls], audio[controls]").length > 0;
  }

  /** All matches, also in open shadow trees. */
  all<Type extends Element>(selector: string): Type[] {
    return this.#roots.flatMap((root) => [...root.querySelectorAll<Type>(selector)]);
  }

  /** Finishes running animations and stops endless ones. Whether there were any. */
  finishAnimations(): boolean {
    const running = this.#roots
      .flatMap((root) => root.getAnimations())
      .filter(({ timeline, playState }) => timeline === document.timeline && playState !== "finished");
    const endless = running.filter((animation) => this.#endless.isEndless(animation));
    const ending = running.filter((animation) => !endless.includes(animation));
    for (const animation of ending) if (animation.playbackRate > 0) animation.finish();
    return this.#endless.stop(endless) || ending.length > 0;
  }

  /**
   * Stops animations that follow an element's way through the viewport as if the element were in its middle. Those of
   * elements that have passed the middle stay as they are. A picture of the whole page shows every element, although most
   * are outside the viewport.
   */
  centreInView(): void {
    for (const animation of this.#roots.flatMap((root) => root.getAnimations())) {
      const { timeline, startTime, playState } = animation;
      if (!(timeline instanceof ViewTimeline) || playState !== "running") continue;
      const { currentTime } = timeline;
      if (!(currentTime instanceof CSSUnitValue) || !(startTime instanceof CSSUnitValue)) continue;
      if (currentTime.value >= 50) continue;
      animation.pause();
      // Percent of the way, counted from where the animation begins.
      animation.currentTime = CSS.percent(50 - startTime.value);
    }
  }

  /** Stops videos at their first frame, for which it waits up to `maxMs`. Whether there were any. */
  async rewindVideos(maxMs: number): Promise<boolean> {
    const moving = this.all<HTMLVideoElement>("video").filter(
      (video) => video.autoplay || !video.paused || video.currentTime > 0,
    );
    await Promise.all(moving.map((video) => this.#rewind(video, maxMs)));
    return moving.length > 0;
  }

  /** Resolves after two frames. Earlier changes are drawn by then. */
  twoFrames(): Promise<number> {
    return new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  }

  async #rewind(video: HTMLVideoElement, maxMs: number): Promise<void> {
    const late = new Promise((resolve) => setTimeout(resolve, maxMs));
    const within = (work: Promise<unknown>) => Promise.race([work, late]);
    const loading = video.readyState < video.HAVE_CURRENT_DATA && video.networkState === video.NETWORK_LOADING;
    if (loading) await within(this.#loaded(video));
    video.pause();
    // Keeps the video in place when a script plays it again.
    video.playbackRate = 0;
    // `played` is updated late, and a seek can be lost while a frame is on its way to the screen.
    await within(this.twoFrames());
    if (video.played.length === 0) return;
    if (video.seekable.length > 0 && video.seekable.end(0) > 0) await this.#seekStart(video, within);
    else if (/^(?:https?|data):/u.test(video.currentSrc)) await this.#reload(video, within);
  }

  /**
   * Seeks to the first frame, twice.
   * A paused player silently drops a frame when the browser has not taken the previous one yet.
   * A seek to the current time does nothing, so the first seek ends at another time within the first frame.
   */
  async #seekStart(video: HTMLVideoElement, within: (work: Promise<unknown>) => Promise<unknown>): Promise<void> {
    const stoppedAt = video.currentTime;
    for (const seconds of [0.001, 0]) {
      const start = this.#frameShown(video, (mediaTime) => mediaTime <= stoppedAt / 2);
      const seeked = new Promise((resolve) => video.addEventListener("seeked", resolve, { once: true }));
      video.currentTime = seconds;
      await within(seeked);
      if (this.#isDrawn(video)) await within(start);
      await within(this.twoFrames());
    }
  }

  /** Reloads a video that can't seek, so that it shows its first frame without playing. */
  async #reload(video: HTMLVideoElement, within: (work: Promise<unknown>) => Promise<unknown>): Promise<void> {
    const { autoplay } = video;
    video.autoplay = false;
    video.load();
    const start = this.#frameShown(video, () => true);
    await within(this.#loaded(video));
    video.playbackRate = 0;
    video.autoplay = autoplay;
    if (this.#isDrawn(video)) await within(start);
  }

  #loaded(video: HTMLVideoElement): Promise<unknown> {
    const event = (name: string) => new Promise((resolve) => video.addEventListener(name, resolve, { once: true }));
    return Promise.race([event("loadeddata"), event("error")]);
  }

  #isDrawn(video: HTMLVideoElement): boolean {
    return video.videoWidth > 0 && video.readyState >= video.HAVE_CURRENT_DATA && video.getClientRects().length > 0;
  }

  /** Resolves once a frame with a matching media time (seconds) is drawn, which is later than the video's events. */
  #frameShown(video: HTMLVideoElement, matches: (mediaTime: number) => boolean): Promise<void> {
    return new Promise((resolve) => {
      const onFrame: VideoFrameRequestCallback = (_now, { mediaTime }) => {
        if (matches(mediaTime)) resolve();
        else video.requestVideoFrameCallback(onFrame);
      };
      video.requestVideoFrameCallback(onFrame);
    });
  }

  /** Adds a style sheet, because an attribute or an element would show in the extracted HTML. */
  #adoptRules(root: Document | ShadowRoot, rules: string[]): void {
    const sheet = new CSSStyleSheet();
    for (const rule of rules) sheet.insertRule(rule);
    root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
  }

  /** Hides a blinking caret. Whether there was one. */
  hideCaret(): boolean {
    let active = document.activeElement;
    while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
    if (!(active instanceof HTMLElement)) return false;
    if (!active.isContentEditable && !active.matches("input, textarea")) return false;
    this.#adoptRules(document, ["* { caret-color: transparent !important; }"]);
    return true;
  }

  /** Empties indeterminate progress bars, which the browser itself animates. Whether there were any. */
  freezeProgress(): boolean {
    const bars = this.all("progress:indeterminate");
    for (const root of new Set(bars.map((bar) => bar.getRootNode()))) {
      if (!(root instanceof Document || root instanceof ShadowRoot)) continue;
      this.#adoptRules(root, [
        "progress:indeterminate { appearance: none !important; }",
        "progress:indeterminate::-webkit-progress-bar { background: #efefef; border: 1px solid #b2b2b2; box-sizing: border-box; }",
      ]);
    }
    return bars.length > 0;
  }
}

/** MotionFreezer with the classes that it uses, to be sent to a page. */
export const motionFreezer = [EndlessMotion, MotionFreezer] as const;
