/**
 * Style declarations that hold for single elements, from inside the page's isolated world: its source text is sent, so it
 * closes over nothing. A sheet of its own, because attributes would show in the extracted HTML.
 */
export class StyleOverrides {
  readonly #held = new Map<Element, Record<string, string>>();
  readonly #sheet = new CSSStyleSheet();

  get size(): number {
    return this.#held.size;
  }

  set(element: Element, declarations: Record<string, string>): void {
    // Only elements of the document itself can be named by its sheet, not those of a shadow tree.
    if (element.getRootNode() === document) this.#held.set(element, { ...this.#held.get(element), ...declarations });
  }

  /** Makes all of them hold as the document stands now: elements are named by their places in it. */
  apply(): void {
    if (this.#held.size === 0) return;
    const rules = [...this.#held].map(([element, declarations]) => {
      const all = Object.entries({ ...declarations, transition: "none" });
      return `${this.#path(element)} { ${all.map(([name, value]) => `${name}: ${value} !important`).join("; ")} }`;
    });
    this.#sheet.replaceSync(rules.join("\n"));
    if (!document.adoptedStyleSheets.includes(this.#sheet))
      document.adoptedStyleSheets = [...document.adoptedStyleSheets, this.#sheet];
  }

  #path(element: Element): string {
    const steps: string[] = [];
    for (let each = element; each.parentElement !== null; each = each.parentElement)
      steps.unshift(`:nth-child(${[...each.parentElement.children].indexOf(each) + 1})`);
    return [":root", ...steps].join(" > ");
  }
}
