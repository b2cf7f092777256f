/**
 * Finds the element inside which an application scrolls. Only its source text is sent to the page's isolated world, so it must not
 * use anything outside itself.
 */
export class InnerScroller {
  /** The tallest large scrolling element, if the document itself hardly scrolls; else null. */
  find(): HTMLElement | null {
    const root = document.scrollingElement ?? document.documentElement;
    const overflow = root.scrollHeight - innerHeight;
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
}
