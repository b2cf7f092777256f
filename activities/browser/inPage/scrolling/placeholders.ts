/**
 * Finds elements whose content a script has not begun to load yet.
 * Only its source text is sent to the page's isolated world, so it must not use anything outside itself.
 */
export class Placeholders {
  /** Elements without content that are examined. */
  readonly #maxEmpty = 500;
  /** Boxes of a class that are empty by intention are few. Lists that load have more. */
  readonly #minEqual = 3;
  /** Size of an empty box that may wait for content, CSS pixels. */
  readonly #minBox = { width: 100, height: 40 };

  /** Attributes of the elements when they were found. */
  readonly #found = new WeakMap<Element, string>();

  /** Elements of the roots that take room and wait. */
  find(roots: ReadonlyArray<Document | ShadowRoot>): Element[] {
    const elements = roots
      .flatMap((root) => [...this.#images(root), ...this.#named(root), ...this.#emptyBoxes(root)])
      .filter((element) => this.#takesRoom(element));
    for (const element of elements) this.#found.set(element, this.#attributes(element));
    return elements;
  }

  /** Whether an element that was found still waits, so that no script has touched it. */
  waits(element: Element): boolean {
    return element.isConnected && this.#found.get(element) === this.#attributes(element) && this.#isEmpty(element);
  }

  #attributes(element: Element): string {
    return [...element.attributes].map(({ name, value }) => `${name}=${value.slice(0, 200)}`).join(" ");
  }

  #isEmpty(element: Element): boolean {
    if (element instanceof HTMLImageElement) return this.#imageWaits(element);
    if (element instanceof HTMLIFrameElement) return (element.getAttribute("src") ?? "") === "";
    return element.childElementCount === 0 && element.textContent.trim() === "" && this.#isTransparent(element);
  }

  #images(root: Document | ShadowRoot): Element[] {
    return [...root.querySelectorAll("img, iframe[data-src]")].filter((element) => this.#isEmpty(element));
  }

  /** Elements without content that are named after their purpose. */
  #named(root: Document | ShadowRoot): Element[] {
    const names = ["lazy", "placeholder", "skeleton", "shimmer"].map((name) => `[class*=${name} i]`);
    const addresses = ["src", "bg", "bgset", "background", "background-image"].map((name) => `[data-${name}]`);
    const selector = [...names, ...addresses, "[aria-busy=true]"].join(", ");
    return [...root.querySelectorAll<HTMLElement>(selector)].filter(
      (element) => this.#isBlock(element) && this.#isEmpty(element),
    );
  }

  /** Boxes without content and without a look of their own, of a class that has several of them. */
  #emptyBoxes(root: Document | ShadowRoot): Element[] {
    const byClass = new Map<string, HTMLElement[]>();
    for (const element of [...root.querySelectorAll<HTMLElement>("[class]:empty")].slice(0, this.#maxEmpty)) {
      if (!this.#isBlock(element)) continue;
      const name = element.className;
      byClass.set(name, [...(byClass.get(name) ?? []), element]);
    }
    return [...byClass.values()].flatMap((elements) => {
      const waiting = elements.filter((element) => this.#hasBox(element) && this.#isEmpty(element));
      return waiting.length >= this.#minEqual ? waiting : [];
    });
  }

  /** Whether an image has no address, or shows a stand-in while `data-` attributes have its addresses. */
  #imageWaits(image: HTMLImageElement): boolean {
    const { currentSrc, complete, naturalWidth } = image;
    if (currentSrc === "" && !image.hasAttribute("src") && !image.hasAttribute("srcset")) return true;
    const sources = image.parentElement instanceof HTMLPictureElement ? image.parentElement.children : [image];
    const deferred = [...sources].flatMap((element) => this.#addresses(element));
    if (deferred.length === 0 || deferred.includes(currentSrc)) return false;
    return !complete || naturalWidth <= 1 || currentSrc.startsWith("data:") || image.dataset["src"] !== undefined;
  }

  /** Addresses that an element keeps in `data-` attributes for a script. */
  #addresses(element: Element): string[] {
    if (!(element instanceof HTMLElement)) return [];
    return Object.entries(element.dataset)
      .filter(([name]) => /(?:src|srcset|original|lazy)$/iu.test(name))
      .flatMap(([, value = ""]) => value.split(/[\s,]+/u))
      .flatMap((address) => URL.parse(address, document.baseURI)?.href ?? []);
  }

  #isBlock({ localName }: Element): boolean {
    return /^(?:a|article|div|figure|li|p|picture|section|span|[a-z]+-[a-z-]+)$/u.test(localName);
  }

  #isTransparent(element: Element): boolean {
    const { backgroundImage, backgroundColor, borderTopWidth, opacity } = getComputedStyle(element);
    const named = /lazy|placeholder|skeleton|shimmer/iu.test(element.getAttribute("class") ?? "");
    if (backgroundImage !== "none") return named && backgroundImage.includes("gradient(");
    return named || (backgroundColor.endsWith(", 0)") && borderTopWidth === "0px" && opacity !== "0");
  }

  #hasBox(element: Element): boolean {
    const { width, height } = element.getBoundingClientRect();
    return width >= this.#minBox.width && height >= this.#minBox.height;
  }

  #takesRoom(element: Element): boolean {
    const { width, height } = element.getBoundingClientRect();
    return width > 2 && height > 2;
  }
}
