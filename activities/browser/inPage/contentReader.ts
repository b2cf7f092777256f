import type { DocumentMark } from "#rules/challenges.ts";

/** The contents of a document, as a visitor sees them. `marks` are the names of the marks that were found. */
export type DocumentContents = {
  text: string;
  /** Characters of the whole text, which `text` may cut. */
  textChars: number;
  hasMedia: boolean;
  hasPassword: boolean;
  marks: string[];
};

export type ReadOptions = { marks: readonly DocumentMark[]; maxChars: number };

/**
 * Reads whether a document shows anything, and its marks of a challenge. Only its source text is sent to the page's
 * isolated world, so it must not use anything outside itself.
 */
export class ContentReader {
  /** Elements that a visitor sees without a text of theirs. */
  readonly #media =
    "img, svg, canvas, video, audio, iframe, frame, object, embed, input, button, select, textarea, meter, progress, hr";
  /** Elements whose backgrounds are read. Chosen by eye. */
  readonly #maxBackgrounds = 1_000;
  /** Characters of inline scripts that are searched. A challenge's begin with their marks. */
  readonly #maxScriptChars = 50_000;

  read({ marks, maxChars }: ReadOptions): DocumentContents {
    const roots = this.#roots();
    const text = this.#textOf(roots);
    return {
      text: text.slice(0, maxChars),
      textChars: text.length,
      hasMedia: text === "" && this.#hasMedia(roots),
      hasPassword: roots.some((root) => this.#all(root, "input[type=password]").some((input) => this.#isShown(input))),
      marks: this.#find(marks, text),
    };
  }

  /** The document and its open shadow trees. */
  #roots(): ParentNode[] {
    const roots: ParentNode[] = [document];
    for (const root of roots) {
      for (const { shadowRoot } of this.#all(root, "*")) if (shadowRoot !== null) roots.push(shadowRoot);
    }
    return roots;
  }

  /** `innerText` leaves out shadow trees. */
  #textOf(roots: readonly ParentNode[]): string {
    const [body, ...others] = roots.map((root) =>
      root === document ? [...this.#all(root, "body")] : [...root.children],
    );
    const parts = [...(body ?? []), ...others.flat()].map((element) => this.#innerText(element));
    return parts
      .join("\n")
      .replaceAll(/[\u200B\u2060\uFEFF]/gu, "")
      .trim();
  }

  #innerText(element: Element): string {
    if (!(element instanceof HTMLElement) || /^(?:script|style|template|noscript)$/u.test(element.localName)) return "";
    return Reflect.get(HTMLElement.prototype, "innerText", element);
  }

  #hasMedia(roots: readonly ParentNode[]): boolean {
    return roots.some((root) => {
      if (this.#all(root, this.#media).some((element) => this.#isDrawn(element))) return true;
      const elements = this.#all(root, "*").slice(0, this.#maxBackgrounds);
      return elements.some((each) => getComputedStyle(each).backgroundImage !== "none" && this.#isDrawn(each));
    });
  }

  #isDrawn(element: Element): boolean {
    const { width, height } = Element.prototype.getBoundingClientRect.call(element);
    return width > 1 && height > 1 && this.#isShown(element);
  }

  #isShown(element: Element): boolean {
    return Element.prototype.checkVisibility.call(element, { visibilityProperty: true });
  }

  #find(marks: readonly DocumentMark[], text: string): string[] {
    const lower = text.toLowerCase();
    const scripts = this.#inlineScripts();
    return marks
      .filter((mark) => {
        if ("selector" in mark) return this.#all(document, mark.selector).length > 0;
        return "script" in mark ? scripts.includes(mark.script) : lower.includes(mark.text);
      })
      .map(({ name }) => name);
  }

  #inlineScripts(): string {
    const scripts = this.#all(document, "script:not([src])").map((script) => script.textContent ?? "");
    return scripts.join("\n").slice(0, this.#maxScriptChars);
  }

  /** By the prototype, as the page's markup can shadow the methods of a document. */
  #all(root: ParentNode, selector: string): Element[] {
    const query = root instanceof Document ? Document.prototype : DocumentFragment.prototype;
    return Array.from(query.querySelectorAll.call(root, selector));
  }
}
