/**
 * Stops endless animations in a state that a visitor sees.
 * Only its source text is sent to the page's isolated world, so it must not use anything outside itself.
 */
export class EndlessMotion {
  /** An animation that runs for an hour has no end that a visitor sees. */
  readonly #minEndlessMs = 3_600_000;
  /** Animations and moments that are compared. Further ones are not. */
  readonly #maxAnimations = 60;
  readonly #maxTimes = 40;
  /** Properties by which slides, tickers and rotating words are shown and hidden. */
  readonly #properties =
    /^(?:opacity|visibility|display|backgroundImage|content|transform|translate|scale|left|right|top|bottom|width|height|margin\w*)$/u;
  readonly #stopped = new WeakSet<Animation>();

  isEndless(animation: Animation): boolean {
    return Number(animation.effect?.getComputedTiming().endTime ?? 0) >= this.#minEndlessMs;
  }

  /**
   * Stops animations before their start. If parts would then be hidden, or shown that are never shown together, all stop at
   * the moment of their common time that shows most. Whether one was not stopped yet.
   */
  stop(animations: readonly Animation[]): boolean {
    const moving = animations.filter((animation) => !this.#stopped.has(animation));
    if (moving.length === 0) return false;
    const showing = moving.filter(({ effect }) => this.#shows(effect)).slice(0, this.#maxAnimations);
    const shown = this.#times(showing).map((time) => {
      for (const animation of moving) animation.currentTime = time;
      return { time, score: this.#score(showing) };
    });
    for (const animation of moving) animation.cancel();
    const [first, ...others] = shown;
    if (first === undefined) return true;
    const best = others.reduce((most, each) => (each.score > most.score + 0.01 ? each : most), first);
    const before = this.#score(showing);
    if (best.score > before + 0.05 || best.score < before - 0.5) this.#stopAt(moving, best.time);
    return true;
  }

  #stopAt(animations: readonly Animation[], time: number): void {
    for (const animation of animations) {
      // A canceled animation has no effect until it plays again.
      animation.play();
      animation.pause();
      animation.currentTime = time;
      this.#stopped.add(animation);
    }
  }

  #shows(effect: AnimationEffect | null): boolean {
    if (!(effect instanceof KeyframeEffect)) return false;
    return effect.getKeyframes().some((keyframe) => Object.keys(keyframe).some((name) => this.#properties.test(name)));
  }

  /** Moments to compare: those of keyframes, and halfway between them, in the first cycle. Milliseconds. */
  #times(animations: readonly Animation[]): number[] {
    const times = new Set<number>();
    for (const { effect } of animations) {
      if (!(effect instanceof KeyframeEffect)) continue;
      const { delay = 0, duration, direction } = effect.getComputedTiming();
      if (typeof duration !== "number" || duration <= 0) continue;
      const offsets = effect.getKeyframes().map(({ computedOffset }) => computedOffset);
      const between = offsets.slice(1).map((offset, index) => (offset + (offsets[index] ?? 0)) / 2);
      const cycle = direction === "normal" ? duration : duration * 2;
      for (const offset of [...offsets, ...between]) {
        const time = delay + offset * duration;
        times.add(Math.round(time < 0 ? time + Math.ceil(-time / cycle) * cycle : time));
      }
    }
    return [...times].toSorted((a, b) => a - b).slice(0, this.#maxTimes);
  }

  /** How much of the animated parts is shown now: 1 for each that is opaque and in view. */
  #score(animations: readonly Animation[]): number {
    return animations.reduce((sum, { effect }) => sum + this.#share(effect), 0);
  }

  #share(effect: AnimationEffect | null): number {
    if (!(effect instanceof KeyframeEffect) || effect.target === null) return 0;
    const { target, pseudoElement } = effect;
    const { opacity, visibility, display, content, backgroundImage } = getComputedStyle(target, pseudoElement);
    if (visibility === "hidden" || display === "none") return 0;
    const animates = (name: string) => effect.getKeyframes().some((keyframe) => name in keyframe);
    if (animates("backgroundImage") && backgroundImage === "none") return 0;
    if (animates("content") && ["none", '""'].includes(content)) return 0;
    // Squared, so that two half transparent parts count less than an opaque one.
    return Number(opacity) ** 2 * (pseudoElement === null ? this.#shareInView(target) : 1);
  }

  /** Share of the element's box inside the box that clips it. */
  #shareInView(element: Element): number {
    // An image that has not arrived has no size yet.
    if (element instanceof HTMLElement && element.offsetWidth * element.offsetHeight === 0) return 1;
    const { left, right, top, bottom, width, height } = element.getBoundingClientRect();
    if (width * height === 0) return 0;
    let clip: Element | null = element.parentElement;
    while (clip !== null && clip !== document.body && getComputedStyle(clip).overflow === "visible")
      clip = clip.parentElement;
    const bounds =
      clip === null || clip === document.body || clip === document.documentElement
        ? { left: 0, right: innerWidth, top: -Infinity, bottom: Infinity }
        : clip.getBoundingClientRect();
    const shownWidth = Math.max(0, Math.min(right, bounds.right) - Math.max(left, bounds.left));
    const shownHeight = Math.max(0, Math.min(bottom, bounds.bottom) - Math.max(top, bounds.top));
    return (shownWidth * shownHeight) / (width * height);
  }
}
