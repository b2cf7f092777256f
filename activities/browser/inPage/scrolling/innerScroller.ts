/**
 * Finds the element inside which an application scrolls. Only its source text is sent to the page's isolated world, so it must not
 * use anything outside itself.
 */
export class InnerScroller {
  /** The element that scrolls the document. One outside of the document, without a size, if a script removed the root. */
  root(): Element {
    return document.scrollingElement ?? document.documentElement ?? document.createElement("html");
  }

  /** The tallest large scrolling element, also in an open shadow tree, if the document itself hardly scrolls; else null. */
  find(): HTMLElement | null {
    const root = this.root();
    const overflow = root.scrollHeight - innerHeight;
    if (overflow > innerHeight / 4) return null;
    const candidates = this.#elements(document).filter(
      (element) =>
        element !== document.documentElement &&
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

  /** Elements of a tree and of the open shadow trees in it. */
  #elements(root: ParentNode): HTMLElement[] {
    const found: HTMLElement[] = [];
    for (const element of root.querySelectorAll<HTMLElement>("*")) {
      found.push(element);
      if (element.shadowRoot !== null) found.push(...this.#elements(element.shadowRoot));
    }
    return found;
  }
}
