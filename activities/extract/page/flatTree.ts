import { opensPanel } from "./flatHidden.ts";
import { attribute, ownGetter } from "./safeDom.ts";
import type { FlatFrame } from "./writeFlat.ts";

/** How an element is written: its tag (none where only its children are), and what stands in for its children. */
export type FlatTag = { name: string; spaced: boolean; text: string | null };

/** Runs in the page: an element's children as they are shown: those of its shadow root, those given to a slot. */
export function flatChildren(element: Element): ArrayLike<Node> {
  if (element instanceof HTMLSlotElement) {
    const given = element.assignedNodes();
    if (given.length > 0) return given;
  }
  // A form's controls shadow its properties.
  const children =
    element instanceof HTMLFormElement
      ? ownGetter(Node.prototype, "childNodes", element)
      : (element.shadowRoot ?? element).childNodes;
  return children instanceof NodeList ? children : [];
}

/** Runs in the page: how an element is written; null where it is no content. */
export function tagFor(element: Element, display: string, parent: FlatFrame): FlatTag | null {
  if (element instanceof HTMLFormElement) return flatTag(parent.depth > 200 ? "" : "form", true);
  const name = element.localName.toLowerCase();
  if (element.namespaceURI !== "http://www.w3.org/1999/xhtml") return name === "math" ? formula(element) : null;
  if (name === "button" && !parent.phrasing && opensPanel(element, parent.context)) return flatTag("summary");
  if (isNoContent(element, name, parent)) return null;
  const blockish = /^(?:block|flex|grid|table|list-item|flow-root)$/u.test(display);
  const heading = attribute(element, "role") === "heading" ? Number(attribute(element, "aria-level") ?? 2) : 0;
  if (heading >= 1 && heading <= 6 && !/^h[1-6]$/u.test(name)) return flatTag(`h${Math.floor(heading)}`);
  // Past any sensible nesting only text is kept: readers of the result recurse.
  if (parent.depth > 200) return flatTag("", blockish);
  const known = isSemantic(name);
  if (known === "block")
    return parent.phrasing && !parent.preformatted && /^(?:div|section|article|header|footer)$/u.test(name)
      ? flatTag("span", true)
      : flatTag(name);
  if (known === "inline") return flatTag(name, blockish);
  // Spans and custom elements are what their style makes of them.
  if (blockish && !parent.phrasing && !parent.row) return flatTag("div");
  return flatTag(name === "span" || parent.preformatted ? "span" : "", blockish);
}

/** Runs in the page: a tag that keeps the element's own children. */
export function flatTag(name: string, spaced = false): FlatTag {
  return { name, spaced, text: null };
}

/** Runs in the page: whether an element is a control, a resource or a drawing rather than content. */
export function isNoContent(element: Element, name: string, parent: FlatFrame): boolean {
  if (name === "input") return !(element instanceof HTMLInputElement && element.type === "checkbox");
  // Headings of accordions are buttons.
  if (name === "button") return !parent.phrasing && element.querySelector("h1, h2, h3, h4, h5, h6, p") === null;
  if (name === "iframe")
    return !/^https?:\/\/(?:www\.)?(?:youtube(?:-nocookie)?\.com\/embed|player\.vimeo\.com)\//u.test(
      attribute(element, "src") ?? "",
    );
  return /^(?:script|style|noscript|template|link|meta|base|title|head|canvas|object|embed|param|source|track|select|option|optgroup|textarea|datalist|progress|meter|map|area|frame|frameset|audio|colgroup|col|wbr|rp)$/u.test(
    name,
  );
}

/** Runs in the page: whether a tag says something that Markdown or the search for the main content needs. */
export function isSemantic(name: string): "block" | "inline" | null {
  const sections =
    /^(?:html|body|div|main|article|section|aside|nav|header|footer|address|hgroup|form|fieldset|dialog|center)$/u;
  const blocks = /^(?:p|h[1-6]|blockquote|pre|hr|ul|ol|li|dl|dt|dd|figure|figcaption|details|summary|video|iframe)$/u;
  const tables = /^(?:table|caption|thead|tbody|tfoot|tr|td|th)$/u;
  if (sections.test(name) || blocks.test(name) || tables.test(name)) return "block";
  const marks = /^(?:a|em|strong|b|i|u|s|del|ins|strike|code|kbd|samp|tt|var|q|cite|mark|sub|sup|small)$/u;
  return marks.test(name) || /^(?:br|img|time|abbr|dfn|input)$/u.test(name) ? "inline" : null;
}

/** Runs in the page: a formula as the TeX it was made from, else as its text. */
export function formula(element: Element): FlatTag {
  const source = element.querySelector("annotation[encoding='application/x-tex']");
  const text = (source ?? element).textContent ?? "";
  return { name: source === null ? "" : "code", spaced: false, text: text.trim() };
}
