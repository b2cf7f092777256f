import { attribute, type PageFunction } from "../safeDom.ts";
import { embedAddress } from "./embeds.ts";
import { type FlatContext, opensPanel } from "./flatAttributes.ts";

/** How an element is written. An empty name writes only the children; `text` replaces the children. */
export type FlatTag = { name: string; spaced: boolean; text: string | null };

/** An element while its children are written. */
export type FlatFrame = {
  nodes: ArrayLike<Node>;
  next: number;
  /** Written after the last child. */
  close: string;
  /** False inside `visibility: hidden`. A descendant may still be visible. */
  visible: boolean;
  /** Inside a closed panel. Its hidden content is written. */
  inPanel: boolean;
  /** Blocks are not allowed here: the parser would close the paragraph or heading. */
  phrasing: boolean;
  /** Children are side by side although nothing separates their text. */
  row: boolean;
  preformatted: boolean;
  /** The style keeps line breaks, as in poems and addresses. */
  keepsLines: boolean;
  /** Inside a link, navigation, header or footer. */
  linked: boolean;
  depth: number;
  context: FlatContext;
};

/** How an element is written; null if it is not content. */
export function tagFor(element: Element, display: string, parent: FlatFrame): FlatTag | null {
  if (element instanceof HTMLFormElement) return flatTag(parent.depth > 200 ? "" : "form", true);
  const name = element.localName.toLowerCase();
  if (element.namespaceURI !== "http://www.w3.org/1999/xhtml") return null;
  if (name === "button" && !parent.phrasing && opensPanel(element, parent.context)) return flatTag("summary");
  const control = parent.context.controls ? controlTag(element) : null;
  if (control !== null) return control;
  if (isExcluded(element, name, parent)) return null;
  if (/^(?:lite-|div$|blockquote$)/u.test(name) && embedAddress(element) !== null)
    return { ...flatTag("iframe"), text: "" };
  const blockish = /^(?:block|flex|grid|table|list-item|flow-root)$/u.test(display);
  const heading = attribute(element, "role") === "heading" ? Number(attribute(element, "aria-level") ?? 2) : 0;
  if (heading >= 1 && heading <= 6 && !/^h[1-6]$/u.test(name)) return flatTag(`h${Math.floor(heading)}`);
  // Deeper elements keep only their text, because readers of the result recurse.
  if (parent.depth > 200) return flatTag("", blockish);
  const semantics = isSemantic(name);
  if (semantics === "block")
    return parent.phrasing && !parent.preformatted && /^(?:div|section|article|header|footer)$/u.test(name)
      ? flatTag("span", true)
      : flatTag(name);
  if (semantics === "inline") return flatTag(name, blockish);
  // Spans and custom elements are blocks if their style says so.
  if (blockish && !parent.phrasing && !parent.row) return flatTag("div");
  return flatTag(name === "span" || parent.preformatted ? "span" : "", blockish);
}

/** A tag with the element's own children. */
export function flatTag(name: string, spaced = false): FlatTag {
  return { name, spaced, text: null };
}

/** A control by the words that a visitor sees on it; null for other elements. */
function controlTag(element: Element): FlatTag | null {
  if (element instanceof HTMLButtonElement) return flatTag("span", true);
  const text = controlText(element);
  return text === null ? null : { name: "span", spaced: true, text: text.trim() };
}

/** The chosen options, the value or the placeholder of a control; null for other elements and for secrets. */
function controlText(element: Element): string | null {
  if (element instanceof HTMLSelectElement) return [...element.selectedOptions].map(({ label }) => label).join(", ");
  if (element instanceof HTMLTextAreaElement) return element.value === "" ? element.placeholder : element.value;
  if (!(element instanceof HTMLInputElement)) return null;
  if (element.type === "image") return element.alt;
  if (/^(?:hidden|password|checkbox|radio|file|color|range)$/u.test(element.type)) return null;
  return element.value === "" ? element.placeholder : element.value;
}

/** Whether an element is a control, a resource or a drawing. */
function isExcluded(element: Element, name: string, parent: FlatFrame): boolean {
  if (name === "input") return !(element instanceof HTMLInputElement && element.type === "checkbox");
  // A button with a heading in it opens an accordion.
  if (name === "button") return !parent.phrasing && element.querySelector("h1, h2, h3, h4, h5, h6, p") === null;
  if (name === "iframe") return embedAddress(element) === null;
  return /^(?:script|style|noscript|template|link|meta|base|title|head|canvas|object|embed|param|source|track|select|option|optgroup|textarea|datalist|progress|meter|map|area|frame|audio|colgroup|col|wbr|rp|rt|rtc)$/u.test(
    name,
  );
}

/** Whether Markdown or the search for the main content needs a tag. */
function isSemantic(name: string): "block" | "inline" | null {
  const sections =
    /^(?:html|body|div|main|article|section|aside|nav|header|footer|address|hgroup|form|fieldset|dialog|center)$/u;
  const blocks = /^(?:p|h[1-6]|blockquote|pre|hr|ul|ol|li|dl|dt|dd|figure|figcaption|details|summary|video|iframe)$/u;
  const tables = /^(?:table|caption|thead|tbody|tfoot|tr|td|th)$/u;
  if (sections.test(name) || blocks.test(name) || tables.test(name)) return "block";
  const marks = /^(?:a|em|strong|b|i|u|s|del|ins|strike|code|kbd|samp|tt|var|q|cite|mark|sub|sup|small)$/u;
  return marks.test(name) || /^(?:br|img|time|abbr|dfn|input)$/u.test(name) ? "inline" : null;
}

/** Dependencies of `tagFor`, with itself. */
export const flatTagDependencies: readonly PageFunction[] = [
  controlTag,
  controlText,
  flatTag,
  isExcluded,
  isSemantic,
  tagFor,
];
