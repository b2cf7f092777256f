/**
 * Style declarations for single elements, in one style sheet per tree. Attributes would show in the extracted HTML.
 * Only its source text is sent to the page's isolated world, so it must not use anything outside itself.
 */
export class StyleOverrides {
  readonly #declarations = new Map<Element, Record<string, string>>();
  readonly #sheets = new Map<Document | ShadowRoot, CSSStyleSheet>();

  get size(): number {
    return this.#declarations.size;
  }

  /** Adds declarations for an element. Takes effect with `apply`. */
  set(element: Element, declarations: Record<string, string>): void {
    this.#declarations.set(element, { ...this.#declarations.get(element), ...declarations });
  }

  /** Writes all declarations to the sheets. Addresses elements by their current position in the tree. */
  apply(): void {
    const rules = new Map<Document | ShadowRoot, string[]>();
    for (const [element, declarations] of this.#declarations) {
      const root = element.getRootNode();
      if (!(root instanceof Document || root instanceof ShadowRoot)) continue;
      const all = Object.entries({ ...declarations, transition: "none" });
      const rule = `${this.#path(element)} { ${all.map(([name, value]) => `${name}: ${value} !important`).join("; ")} }`;
      const texts = rules.get(root) ?? [];
      texts.push(rule);
      rules.set(root, texts);
    }
    for (const [root, texts] of rules) this.#sheetOf(root).replaceSync(texts.join("\n"));
  }

  /** Takes all declarations back. */
  remove(): void {
    this.#declarations.clear();
    for (const [root, sheet] of this.#sheets)
      root.adoptedStyleSheets = root.adoptedStyleSheets.filter((each) => each !== sheet);
  }

  #sheetOf(root: Document | ShadowRoot): CSSStyleSheet {
    const sheet = this.#sheets.get(root) ?? new CSSStyleSheet();
    this.#sheets.set(root, sheet);
    if (!root.adoptedStyleSheets.includes(sheet)) root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
    return sheet;
  }

  /** An id in `:not()` raises the specificity above the page's own important rules. */
  #path(element: Element): string {
    const steps: string[] = [];
    let each = element;
    while (each.parentElement !== null) {
      steps.unshift(this.#step(each, each.parentElement));
      each = each.parentElement;
    }
    const root = each.getRootNode();
    if (root instanceof ShadowRoot) steps.unshift(":host", this.#step(each, root));
    else steps.unshift(":root");
    return `${steps.join(" > ")}:not(#\\#)`;
  }

  #step(element: Element, parent: ParentNode): string {
    return `:nth-child(${[...parent.children].indexOf(element) + 1})`;
  }
}
