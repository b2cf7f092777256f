/**
 * Watches texts that a script changes step by step, such as a number that counts up or words that are typed.
 * Only its source text is sent to the page's isolated world, so it must not use anything outside itself.
 */
export class ChangingTexts {
  /** A text that has not changed for this time rests. */
  readonly #restMs = 300;
  /** Length of a text that may be a number. */
  readonly #maxNumberChars = 40;
  /** Time in which a text begins to change, from the start of the watch on. Chosen by eye. */
  readonly #maxFirstStepMs = 150;
  /** Text nodes that are examined. */
  readonly #maxTexts = 3_000;
  /** Elements that scripts for counting and typing usually change, by class and id. */
  readonly #names = ["counter", "countup", "count-up", "odometer", "typed", "typing", "typewriter"]
    .map((name) => `[class*=${name} i], [id*=${name} i]`)
    .join(", ");
  /** The same by attributes that hold the last number. */
  readonly #goals = ["count", "countup", "target", "to", "end", "value", "purecounter-end"];
  /** Elements of texts, with the time of their last step. */
  readonly #steps = new Map<Element, number>();
  #watchedAt = 0;
  #settledAt = Infinity;

  /** Starts to watch a document or its open shadow trees. */
  watch(roots: Iterable<Document | ShadowRoot>): void {
    this.#watchedAt = performance.now();
    const observer = new MutationObserver((records) => this.#record(records));
    for (const root of roots)
      observer.observe(root, { subtree: true, childList: true, characterData: true, characterDataOldValue: true });
  }

  /** Notes that the page is settled, so that a capture may begin. */
  markSettled(): void {
    this.#settledAt = performance.now();
  }

  /** Waits at most `maxMs` until all texts rest. Whether one changed after the page was settled. */
  async rest(maxMs: number): Promise<boolean> {
    const until = performance.now() + maxMs;
    if (this.#steps.size === 0 && this.#mayBegin()) await this.#firstStep();
    while (this.#lastStep() + this.#restMs > performance.now() && performance.now() < until)
      await new Promise((resolve) => setTimeout(resolve, 20));
    const changed = this.#lastStep() > this.#settledAt;
    this.markSettled();
    return changed;
  }

  /** Waits until a text changes, or until the slowest usual timer would have changed it. */
  async #firstStep(): Promise<void> {
    while (this.#steps.size === 0 && performance.now() < this.#watchedAt + this.#maxFirstStepMs)
      await new Promise((resolve) => setTimeout(resolve, 10));
  }

  /** Whether the viewport has a text that looks like the begin of a count, or whose element is named after one. */
  #mayBegin(): boolean {
    const leaf = (element: Element) => element.childElementCount === 0 && this.#isInView(element);
    if ([...document.querySelectorAll(this.#names)].some(leaf)) return true;
    for (const goal of this.#goals)
      for (const element of document.querySelectorAll(`[data-${goal}]`)) {
        const [now, last] = [element.textContent, element.getAttribute(`data-${goal}`) ?? ""];
        if (leaf(element) && this.#isNumber(now) && this.#isNumber(last) && this.#digits(now) !== this.#digits(last))
          return true;
      }
    return this.#hasLargeZero();
  }

  /** Figures that count up are large. Small zeros are those of an empty cart. */
  #hasLargeZero(): boolean {
    const walker = document.createTreeWalker(document, NodeFilter.SHOW_TEXT);
    for (let seen = 0; seen < this.#maxTexts && walker.nextNode() !== null; seen += 1) {
      const { currentNode: node } = walker;
      if (!(node instanceof Text) || node.length > 12 || !/^\D{0,4}[01]\D{0,4}$/u.test(node.data.trim())) continue;
      const element = node.parentElement;
      if (element !== null && this.#isInView(element) && Number.parseFloat(getComputedStyle(element).fontSize) >= 24)
        return true;
    }
    return false;
  }

  #digits(text: string): string {
    return text.replace(/\D/gu, "");
  }

  #isInView(element: Element): boolean {
    const { top, bottom, width, height } = element.getBoundingClientRect();
    return bottom > 0 && top < innerHeight && width > 0 && height > 0;
  }

  /** Time of the last step of a text that is shown. */
  #lastStep(): number {
    const times = [...this.#steps].filter(([element]) => element.isConnected && element.getClientRects().length > 0);
    return Math.max(-Infinity, ...times.map(([, time]) => time));
  }

  #record(records: MutationRecord[]): void {
    const now = performance.now();
    for (const { type, target, oldValue, addedNodes, removedNodes } of records) {
      const element = target instanceof Element ? target : target.parentElement;
      if (element === null) continue;
      const [before, after] =
        type === "characterData" ? [oldValue, target.nodeValue] : [this.#text(removedNodes), this.#text(addedNodes)];
      if (before === null || after === null || before === after) continue;
      if ((this.#isNumber(before) && this.#isNumber(after)) || this.#isTyped(before, after))
        this.#steps.set(element, now);
    }
  }

  /** Text of a list with a single text node. */
  #text({ length, 0: node }: NodeList): string | null {
    return length === 1 && node instanceof Text ? node.data : null;
  }

  /** Whether a text is one number, perhaps with its unit. A time of day is not. */
  #isNumber(text: string): boolean {
    return text.length <= this.#maxNumberChars && /^\D{0,8}\d[\d\s.,'’]*[^\d:]{0,12}$/u.test(text.trim());
  }

  /** Whether one text continues the other by a few signs. */
  #isTyped(before: string, after: string): boolean {
    const [short, long] = before.length < after.length ? [before, after] : [after, before];
    return short.length > 0 && long.length - short.length <= 3 && long.startsWith(short);
  }
}
