/**
 * Style declarations for single elements in one style sheet. Attributes would show in the extracted HTML.
 * Only its source text is sent to the page's isolated world, so it must not use anything outside itself.
 */
export class StyleOverrides {
  readonly #declarations = new Map<Element, Record<string, string>>();
  readonly #sheet = new CSSStyleSheet();

  get size(): number {
    return this.#declarations.size;
  }

  /** Adds declarations for an element. Takes effect with `apply`. */
  set(element: Element, declarations: Record<string, string>): void {
    // The document's sheet can't address elements in shadow trees.
    if (element.getRootNode() === document)
      this.#declarations.set(element, { ...this.#declarations.get(element), ...declarations });
  }

  /** Writes all declarations to the sheet. Addresses elements by their current position in the tree. */
  apply(): void {
    if (this.#declarations.size === 0) return;
    const rules = [...this.#declarations].map(([element, declarations]) => {
      const all = Object.entries({ ...declarations, transition: "none" });
      return `${this.#path(element)} { ${all.map(([name, value]) => `${name}: ${value} !important`).join("; ")} }`;
    });
    this.#sheet.replaceSync(rules.join("\n"));
    if (!document.adoptedStyleSheets.includes(this.#sheet))
      document.adoptedStyleSheets = [...document.adoptedStyleSheets, this.#sheet];
  }

  /** Takes all declarations back. */
  remove(): void {
    this.#declarations.clear();
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== this.#sheet);
  }

  #path(element: Element): string {
    const steps: string[] = [];
    for (let each = element; each.parentElement !== null; each = each.parentElement)
      steps.unshift(`:nth-child(${[...each.parentElement.children].indexOf(each) + 1})`);
    return [":root", ...steps].join(" > ");
  }
}
