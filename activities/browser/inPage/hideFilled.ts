/** Values that were filled in, and the least number of characters from which one is looked for in texts. */
export type FilledValues = { values: string[]; minChars: number };

/**
 * Hides what stands in fields, and filled-in values that the page shows as text. It is for a picture of a page that is not used
 * any more. Runs in the page and uses nothing outside itself.
 */
export function hideFilled({ values, minChars }: FilledValues): void {
  const secrets = values.filter(({ length }) => length >= minChars).toSorted((one, other) => other.length - one.length);
  const hide = (text: string) => secrets.reduce((left, secret) => left.replaceAll(secret, "•••"), text);
  const buttons = new Set(["submit", "button", "reset", "image", "checkbox", "radio"]);
  const isField = (element: Element) =>
    element instanceof HTMLInputElement
      ? !buttons.has(element.type)
      : element instanceof HTMLElement && (element.isContentEditable || element.matches("textarea, select, output"));
  const visit = (tree: Document | ShadowRoot) => {
    const walker = document.createTreeWalker(tree, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const { currentNode: node } = walker;
      if (node instanceof Text && secrets.some((secret) => node.data.includes(secret))) node.data = hide(node.data);
      if (!(node instanceof Element)) continue;
      if (node instanceof HTMLElement && isField(node)) {
        node.style.setProperty("-webkit-text-security", "disc", "important");
        node.style.setProperty("caret-color", "transparent", "important");
        // A list draws its chosen option by itself.
        if (node instanceof HTMLSelectElement)
          node.style.setProperty("-webkit-text-fill-color", "transparent", "important");
      }
      if (node instanceof HTMLInputElement && buttons.has(node.type)) node.value = hide(node.value);
      if (node.shadowRoot !== null) visit(node.shadowRoot);
    }
  };
  visit(document);
}
