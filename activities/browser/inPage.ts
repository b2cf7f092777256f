/*
 * Functions that run in the page's isolated world. Their source text is sent, so they close over nothing,
 * and each stands alone.
 */
/* oxlint-disable unicorn/consistent-function-scoping -- what they call must be inside them */

/** What a settled page is like. */
export type PageState = { title: string; elements: number; width: number; height: number };

/**
 * Waits until the page is fit to be captured: fonts, images in view decoded, finite animations at their end, and what
 * that changed drawn. Never longer than `maxMs`. `touched` says that something was changed just before, `impatient` that
 * what has not come yet is not to be waited for.
 */
export async function settlePage(maxMs: number, touched: boolean, impatient: boolean): Promise<PageState> {
  let changed = touched;
  const until = performance.now() + maxMs;
  const bounded = (work: Promise<unknown>) =>
    Promise.race([
      work.catch(() => undefined),
      new Promise((resolve) => setTimeout(resolve, Math.max(0, until - performance.now()))),
    ]);
  const frame = () => bounded(new Promise((resolve) => requestAnimationFrame(resolve)));
  const inView = (element: Element) => {
    const { top, bottom, left, right } = element.getBoundingClientRect();
    return bottom > 0 && right > 0 && top < innerHeight && left < innerWidth;
  };
  if (document.fonts.status !== "loaded" && !impatient) {
    changed = true;
    await bounded(document.fonts.ready);
  }
  const images = [...document.images].filter((image) => inView(image) && (image.complete || !impatient));
  if (images.length > 0) {
    changed = true;
    await bounded(Promise.all(images.map((image) => image.decode().catch(() => undefined))));
  }
  // Until a frame was drawn no picture can be taken, and neither animations nor autofocus have begun.
  await frame();
  for (const animation of document.getAnimations()) {
    if (animation.timeline !== document.timeline || animation.playState === "finished") continue;
    changed = true;
    // An endless one is shown as if it had not begun: the only state that is the same each time.
    if (animation.effect?.getComputedTiming().endTime === Infinity) animation.cancel();
    else if (animation.playbackRate > 0) animation.finish();
  }
  const active = document.activeElement;
  if (active instanceof HTMLElement && (active.isContentEditable || active.matches("input, textarea"))) {
    changed = true;
    // A blinking caret differs from one capture to the next. A sheet, because an attribute would show in the extracted HTML.
    const sheet = new CSSStyleSheet();
    sheet.insertRule("* { caret-color: transparent !important; }");
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  }
  // A change needs two frames to be drawn. Each costs 16 ms, so a page that stands still is spared them.
  if (changed) {
    await frame();
    await frame();
  }
  const root = document.documentElement;
  return {
    title: document.title,
    elements: document.getElementsByTagName("*").length,
    width: root?.scrollWidth ?? 0,
    height: root?.scrollHeight ?? 0,
  };
}
