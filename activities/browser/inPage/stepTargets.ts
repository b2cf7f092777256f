/* oxlint-disable unicorn/consistent-function-scoping -- only one function is sent to the page */

/** The way to find at most `max` elements of a step: a CSS selector, or a part of a text or of a field's label. */
export type PageTarget = { by: "css" | "text" | "label"; value: string; max: number };

/**
 * The elements of a step's target, in the tree below `root` and in open shadow trees. The visible come first, then those
 * with the whole text, then the order of the document. Runs in the page and uses nothing outside itself. `target` is a
 * `PageTarget` as JSON.
 */
export function findStepTargets(root: Node, target: string): Element[] {
  const { by, value, max }: PageTarget = JSON.parse(target);
  const plain = (text: string | null) => (text ?? "").replaceAll(/\s+/gu, " ").trim().toLowerCase();
  const wantedText = plain(value);
  const targets = new Map<Element, boolean>();
  /** Labels often end with a colon or with the star of required fields. */
  const bare = (text: string) => text.replaceAll(/[:*]/gu, "").trim();
  const note = (element: Element | null, text: string) => {
    if (element === null || !text.includes(wantedText)) return;
    targets.set(element, targets.get(element) === true || bare(text) === bare(wantedText));
  };
  const buttonText = (element: Element) =>
    element instanceof HTMLInputElement && ["submit", "button", "reset"].includes(element.type) ? element.value : null;
  const unseenTags = new Set(["SCRIPT", "STYLE", "NOSCRIPT", "TEMPLATE", "HEAD", "TITLE"]);

  /** The nodes that an element shows: its shadow tree in place of its own nodes, and in a slot those that it was given. */
  const nodesOf = (element: Element): Node[] =>
    element instanceof HTMLSlotElement
      ? element.assignedNodes({ flatten: true })
      : [...(element.shadowRoot ?? element).childNodes];
  const textOf = (node: Node): string => {
    if (!(node instanceof Element)) return node.nodeType === Node.TEXT_NODE ? (node.nodeValue ?? "") : "";
    if (unseenTags.has(node.tagName)) return "";
    return buttonText(node) ?? nodesOf(node).map(textOf).join(" ");
  };
  /** Notes the smallest elements with the text. Returns whether there are any. */
  const noteByText = (element: Element): boolean => {
    const text = plain(textOf(element));
    if (!text.includes(wantedText)) return false;
    const below = nodesOf(element).filter((node) => node instanceof Element);
    if (below.map(noteByText).includes(true)) return true;
    // A slot has no box of its own.
    if (element instanceof HTMLSlotElement) return false;
    note(element, text);
    return true;
  };
  const noteByLabel = (element: Element, tree: Document | ShadowRoot) => {
    if (element instanceof HTMLLabelElement) note(element.control, plain(textOf(element)));
    if (!element.matches("input, select, textarea, button, [contenteditable], [role]")) return;
    const labels = (element.getAttribute("aria-labelledby") ?? "").split(/\s+/u).filter((id) => id !== "");
    const labelled = labels.map((id) => tree.getElementById(id)?.textContent ?? "").join(" ");
    for (const text of [labelled, element.getAttribute("aria-label"), element.getAttribute("placeholder")]) {
      if (text !== null && text !== "") note(element, plain(text));
    }
  };

  const visit = (tree: Document | ShadowRoot) => {
    for (const element of tree.querySelectorAll("*")) {
      if (by === "css" && element.matches(value)) targets.set(element, true);
      if (by === "label") noteByLabel(element, tree);
      if (element.shadowRoot !== null) visit(element.shadowRoot);
    }
  };
  const tree = root instanceof ShadowRoot ? root : (root.ownerDocument ?? document);
  if (by === "text") noteByText(document.documentElement);
  else visit(tree);
  const ranked = [...targets].map(([element, isWhole]) => {
    const isVisible = element.checkVisibility({ visibilityProperty: true });
    return { element, rank: (isVisible ? 0 : 2) + (isWhole ? 0 : 1) };
  });
  const sorted = ranked.toSorted((one, other) => one.rank - other.rank);
  return sorted.slice(0, max).map(({ element }) => element);
}
