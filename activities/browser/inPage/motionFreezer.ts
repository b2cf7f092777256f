/**
 * Brings what moves on a page to a state that is the same each time, from inside its isolated world: its source text is sent,
 * so it closes over nothing.
 */
export class MotionFreezer {
  /** Elements looked at; a page of more is shown as it is. */
  readonly #maxElements = 20_000;
  #roots: Array<Document | ShadowRoot> = [document];
  /** There are custom elements whose shadow tree, if they have one, is closed. */
  #closed = false;

  /** The document's elements and those of its open shadow trees. */
  *elements(): Generator<Element> {
    let left = this.#maxElements;
    const roots: Array<Document | ShadowRoot> = [document];
    this.#roots = roots;
    for (const root of roots) {
      const elements = root instanceof Document ? root.getElementsByTagName("*") : root.querySelectorAll("*");
      for (const element of elements) {
        if (left === 0) return;
        left -= 1;
        if (element.shadowRoot !== null) roots.push(element.shadowRoot);
        yield element;
      }
    }
  }

  /** Looks for the open shadow trees there are now; their number. */
  findShadowTrees(): number {
    this.#closed = false;
    for (const element of this.elements())
      if (element.shadowRoot === null && element.localName.includes("-")) this.#closed = true;
    return this.#roots.length - 1;
  }

  /** Whether something may move out of a script's reach, as far as the shadow trees that were found show. */
  hides(): boolean {
    return this.#closed || this.all("marquee, video[controls], audio[controls]").length > 0;
  }

  /** What matches, in shadow trees too. */
  all<Type extends Element>(selector: string): Type[] {
    return this.#roots.flatMap((root) => [...root.querySelectorAll<Type>(selector)]);
  }

  /** Brings animations to their end. One without an end is shown as if it had not begun. Whether there were any. */
  finishAnimations(): boolean {
    let moved = false;
    for (const animation of this.#roots.flatMap((root) => root.getAnimations())) {
      if (animation.timeline !== document.timeline || animation.playState === "finished") continue;
      moved = true;
      if (animation.effect?.getComputedTiming().endTime === Infinity) animation.cancel();
      else if (animation.playbackRate > 0) animation.finish();
    }
    return moved;
  }

  /** Stops videos at their first picture, for which it waits up to `maxMs`. Whether there were any. */
  async rewindVideos(maxMs: number): Promise<boolean> {
    const videos = this.all<HTMLVideoElement>("video").filter(
      (video) => video.autoplay || !video.paused || video.currentTime > 0,
    );
    await Promise.all(videos.map((video) => this.#rewind(video, maxMs)));
    return videos.length > 0;
  }

  /** What was changed is drawn by then. */
  twoFrames(): Promise<number> {
    return new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  }

  async #rewind(video: HTMLVideoElement, maxMs: number): Promise<void> {
    const late = new Promise((resolve) => setTimeout(resolve, maxMs));
    const within = (work: Promise<unknown>) => Promise.race([work, late]);
    const loading = video.readyState < video.HAVE_CURRENT_DATA && video.networkState === video.NETWORK_LOADING;
    if (loading) await within(this.#loaded(video));
    video.pause();
    // A script that plays it again can't move it.
    video.playbackRate = 0;
    // How far it played is told later; and while a picture is on its way to the screen, the next one can be lost.
    await within(this.twoFrames());
    if (video.played.length === 0) return;
    if (video.seekable.length > 0 && video.seekable.end(0) > 0) await this.#seekStart(video, within);
    else if (/^(?:https?|data):/u.test(video.currentSrc)) await this.#reload(video, within);
  }

  /**
   * To the first picture, twice: a paused player drops a picture where the browser has not taken the one before it yet, and
   * tells nobody. A seek to where it stands already does nothing, so the first ends at another instant of the same picture.
   */
  async #seekStart(video: HTMLVideoElement, within: (work: Promise<unknown>) => Promise<unknown>): Promise<void> {
    const left = video.currentTime;
    for (const instant of [0.001, 0]) {
      const start = this.#shows(video, (at) => at <= left / 2);
      const seeked = new Promise((resolve) => video.addEventListener("seeked", resolve, { once: true }));
      video.currentTime = instant;
      await within(seeked);
      if (this.#isDrawn(video)) await within(start);
      await within(this.twoFrames());
    }
  }

  /** For what can't go back: from the start, without playing. */
  async #reload(video: HTMLVideoElement, within: (work: Promise<unknown>) => Promise<unknown>): Promise<void> {
    const { autoplay } = video;
    video.autoplay = false;
    video.load();
    const start = this.#shows(video, () => true);
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

  /** A picture is drawn later than a video's events say. Resolves with the first at the right time of the video, seconds. */
  #shows(video: HTMLVideoElement, isRight: (mediaTime: number) => boolean): Promise<void> {
    return new Promise((resolve) => {
      const look: VideoFrameRequestCallback = (_now, { mediaTime }) => {
        if (isRight(mediaTime)) resolve();
        else video.requestVideoFrameCallback(look);
      };
      video.requestVideoFrameCallback(look);
    });
  }

  /** By a sheet, because an attribute or an element would show in the extracted HTML. */
  #adopt(root: Document | ShadowRoot, rules: string[]): void {
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
    this.#adopt(document, ["* { caret-color: transparent !important; }"]);
    return true;
  }

  /** Empties progress bars that do not know how far they are, which the browser itself moves. Whether there were any. */
  stillProgress(): boolean {
    const bars = this.all("progress:indeterminate");
    for (const root of new Set(bars.map((bar) => bar.getRootNode()))) {
      if (!(root instanceof Document || root instanceof ShadowRoot)) continue;
      this.#adopt(root, [
        "progress:indeterminate { appearance: none !important; }",
        "progress:indeterminate::-webkit-progress-bar { background: #efefef; border: 1px solid #b2b2b2; box-sizing: border-box; }",
      ]);
    }
    return bars.length > 0;
  }
}
