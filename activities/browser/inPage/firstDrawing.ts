/**
 * Waits for a page that a script draws shortly after loading. Only its source text is sent to the page's isolated world, so
 * it must not use anything outside itself.
 */
export class FirstDrawing {
  /** Time after loading in which a script begins to draw. Chosen by eye. */
  readonly #maxMs = 500;
  /** A page that does not change for this time is drawn. Chosen by eye. */
  readonly #quietMs = 60;
  /** Length of a text that may be the frame of an application alone. Chosen by eye. */
  readonly #maxFrameChars = 200;
  /** Parts that an application has before its content, and parts that show nothing. */
  readonly #around = "header, nav, footer, aside, dialog, [role=dialog], script, style, noscript, template";
  readonly #media = "img, svg, canvas, video, iframe, frame, object, embed, input, button";
  readonly #placeholder =
    /^(?:loading|please wait|wird geladen|laden|lädt|chargement|cargando|caricamento|carregando|загрузка|読み込み中|加载中)\P{L}*$/iu;

  /** Waits at most until `until` for the first content of a page that has none. Whether it waited. */
  async wait(until: number): Promise<boolean> {
    const end = Math.min(until, this.#loadedAt() + this.#maxMs);
    if (performance.now() >= end || document.scripts.length === 0 || !this.#isUndrawn()) return false;
    let changedAt = -Infinity;
    const observer = new MutationObserver(() => (changedAt = performance.now()));
    observer.observe(document, { subtree: true, childList: true, characterData: true });
    const isBusy = () => performance.now() < changedAt + this.#quietMs || this.#isUndrawn();
    while (performance.now() < end && isBusy()) await new Promise((resolve) => setTimeout(resolve, 10));
    observer.disconnect();
    return true;
  }

  /** Time at which the document was loaded. A document that is still loading is late already, so it is not waited for. */
  #loadedAt(): number {
    const [navigation] = performance.getEntriesByType("navigation");
    const loadedAt = navigation instanceof PerformanceNavigationTiming ? navigation.loadEventEnd : 0;
    return loadedAt > 0 ? loadedAt : -Infinity;
  }

  /** Whether the page has little text and no media, and an empty place that a script may fill. */
  #isUndrawn(): boolean {
    if (document.body === null) return false;
    const text = this.#text();
    if (text.length > this.#maxFrameChars || this.#outside(this.#media).length > 0) return false;
    if (this.#placeholder.test(text) || this.#outside("[aria-busy=true]").length > 0) return true;
    const places = this.#outside("[id], :not(:defined)").filter((element) => this.#isPlace(element));
    return places.length > 0 || (text === "" && this.#outside("body > *").every((each) => each.clientHeight === 0));
  }

  /** An empty block without a height, as scripts look them up by their id. */
  #isPlace(element: Element): boolean {
    const isBlock = /^(?:div|main|section|article|ul|ol|tbody|[^-]+-.+)$/u.test(element.localName);
    if (!isBlock || element.childElementCount > 0 || (element.textContent ?? "").trim() !== "") return false;
    const { display, position } = getComputedStyle(element);
    return display !== "none" && !/^(?:fixed|absolute)$/u.test(position) && element.clientHeight === 0;
  }

  /** The matches that are shown, outside the parts around the content. */
  #outside(selector: string): Element[] {
    return [...document.querySelectorAll(selector)].filter(
      (element) =>
        document.body.contains(element) && element.closest(this.#around) === null && element.checkVisibility(),
    );
  }

  /** The shown text outside the parts around the content, up to a little more than `maxFrameChars`. */
  #text(): string {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT, (node) =>
      node instanceof Element && node.matches(this.#around) ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT,
    );
    let text = "";
    while (text.length <= this.#maxFrameChars && walker.nextNode() !== null) {
      const { currentNode: node } = walker;
      if (node instanceof Text && node.data.trim() !== "" && node.parentElement?.checkVisibility() === true)
        text += `${node.data.trim()} `;
    }
    return text.trim();
  }
}
