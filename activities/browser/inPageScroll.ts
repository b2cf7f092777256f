/* oxlint-disable unicorn/consistent-function-scoping -- what the function calls must be inside it */
/**
 * Runs in the page's isolated world; its source text is sent, so it closes over nothing. Scrolls down one viewport per frame,
 * which sets off lazy images and whatever waits to be scrolled to; waits for the images; returns to the top. A page whose
 * scrolling happens in an element instead of the document has that element opened up. Never longer than `maxMs`.
 */
export async function revealWholePage(maxMs: number): Promise<void> {
  const until = performance.now() + maxMs;
  const left = () => Math.max(0, until - performance.now());
  const bounded = (work: Promise<unknown>) =>
    Promise.race([work.catch(() => undefined), new Promise((resolve) => setTimeout(resolve, left()))]);
  const frame = () => bounded(new Promise((resolve) => requestAnimationFrame(resolve)));
  const root = document.scrollingElement ?? document.documentElement;

  function innerScroller(): HTMLElement | null {
    if (root.scrollHeight > innerHeight + 1) return null;
    const candidates = [...document.querySelectorAll<HTMLElement>("body, body *")].filter(
      (element) =>
        element.scrollHeight > element.clientHeight + 1 &&
        element.clientWidth >= innerWidth * 0.6 &&
        element.clientHeight >= innerHeight * 0.6 &&
        /auto|scroll|overlay/u.test(getComputedStyle(element).overflowY),
    );
    return candidates.reduce<HTMLElement | null>(
      (tallest, element) => (element.scrollHeight > (tallest?.scrollHeight ?? 0) ? element : tallest),
      null,
    );
  }

  async function scrollThrough(scroller: Element): Promise<void> {
    const step = Math.max(1, Math.min(innerHeight, scroller.clientHeight));
    // A feed without end grows as one scrolls: it gets ten viewports more than it began with.
    const end = scroller.scrollHeight + 10 * step;
    // Frame callbacks run before a frame's intersections are computed: from here on each position lasts to the end of its frame.
    await frame();
    for (let top = step; top < Math.min(end, scroller.scrollHeight) && left() > 0; top += step) {
      scroller.scrollTo({ top, behavior: "instant" });
      await frame();
    }
    scroller.scrollTo({ top: scroller.scrollHeight, behavior: "instant" });
    await frame();
  }

  function openUp(scroller: HTMLElement): void {
    for (let element: HTMLElement | null = scroller; element !== null; element = element.parentElement) {
      element.style.setProperty("overflow", "visible", "important");
      element.style.setProperty("height", "auto", "important");
      element.style.setProperty("max-height", "none", "important");
      if (["fixed", "absolute"].includes(getComputedStyle(element).position))
        element.style.setProperty("position", "static", "important");
    }
  }

  const inner = innerScroller();
  await scrollThrough(inner ?? root);
  if (inner !== null) {
    inner.scrollTo({ top: 0, behavior: "instant" });
    openUp(inner);
  }
  root.scrollTo({ top: 0, left: 0, behavior: "instant" });
  // One without an address rejects at once; `currentSrc` would still be empty where a script has only just set it.
  await bounded(Promise.all([...document.images].map((image) => image.decode().catch(() => undefined))));
  for (const animation of document.getAnimations()) {
    if (animation.timeline !== document.timeline || animation.effect?.getComputedTiming().endTime === Infinity)
      continue;
    if (animation.playbackRate > 0) animation.finish();
  }
  await frame();
  await frame();
}
