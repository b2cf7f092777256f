import { attribute, ownGetter, plainText, rootElement, selectAll } from "../safeDom.ts";
import {
  attributesFor,
  escapeText,
  flatContext,
  type FlatContext,
  isShown,
  opensPanel,
  streamedNodes,
} from "./flatAttributes.ts";

/** What the page gives for `markdown`: what it shows, as plain HTML with absolute addresses; whether it calls itself an article. */
export type FlatPageRead = { html: string; title: string; heading: string; declared: boolean; cut: boolean };

/** Runs in the page: its composed tree (shadow roots in place, slots filled) without what is hidden or is no content. */
export function readFlatPage(): FlatPageRead {
  const root = rootElement();
  const title = plainText(String(ownGetter(Document.prototype, "title", document)), 1000);
  const headings = selectAll("h1", 2);
  const heading = headings.length === 1 ? plainText(headings[0]?.textContent ?? "", 1000) : "";
  const attributes = root === null ? "" : attributesFor(root, "html");
  const flat = root === null ? { html: "", cut: false } : writeShown(root);
  const head = `<head><title>${escapeText(title)}</title></head>`;
  const html = `<!DOCTYPE html><html${attributes}>${head}${flat.html}</html>`;
  return { html, title, heading, declared: declaresArticle(), cut: flat.cut };
}

/** Runs in the page: whether it says of itself, to other programs, that it is an article. */
export function declaresArticle(): boolean {
  const metas = "meta[property='og:type' i][content='article' i], meta[property*=published_time i]";
  if (selectAll(metas, 1).length > 0) return true;
  const blocks = selectAll("script[type^='application/ld+json' i]", 50);
  const type = /"@type"\s*:\s*\[?\s*"[A-Za-z]*(?:Article|BlogPosting|Report)"/u;
  return blocks.some((block) => type.test((block.textContent ?? "").slice(0, 200_000)));
}

/** Runs in the page: what it shows; where the script that was to show it never came, what it would. */
export function writeShown(root: Element): FlatWritten {
  const shown = writeFlat(flatChildren(root), flatContext("nothing"));
  // A few hidden parts are meant to be hidden; nearly all of a page is not.
  if (shown.hidden > shown.shown * 3) return writeFlat(flatChildren(root), flatContext("visibility"));
  if (shown.shown > 500) return shown;
  const spare = writeFlat(scriptless(), flatContext("all"));
  const all = writeFlat(flatChildren(root), flatContext("all"));
  const most = spare.shown > all.shown ? { ...spare, html: `<body>${spare.html}</body>` } : all;
  return most.shown > Math.max(500, shown.shown * 4) ? most : shown;
}

/** Runs in the page: what it has for browsers without scripts; in a browser with scripts that is unparsed text. */
export function scriptless(): Node[] {
  return selectAll("noscript", 100).flatMap((element) => {
    if (element.firstElementChild !== null) return [...element.childNodes];
    return [...new DOMParser().parseFromString(element.textContent ?? "", "text/html").body.childNodes];
  });
}

/** A flat page to be converted. */
export type MarkdownTask = Pick<FlatPageRead, "html" | "title" | "heading" | "declared">;

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

/** Nodes as HTML; `shown` and `hidden` count the characters of prose in it and of prose left out as invisible. */
type FlatWritten = { html: string; cut: boolean; shown: number; hidden: number };

/** An element whose children are being written. */
type FlatFrame = {
  nodes: ArrayLike<Node>;
  next: number;
  /** Written when the last child is done. */
  close: string;
  /** False inside `visibility: hidden`: a descendant may still be shown. */
  visible: boolean;
  /** Inside a panel that is closed: what it hides is content all the same. */
  opened: boolean;
  /** Blocks can't stand here: the parser that reads this would close the paragraph or heading. */
  phrasing: boolean;
  /** Children stand side by side although nothing separates their texts. */
  row: boolean;
  preformatted: boolean;
  /** Text here is a link's or a menu's. */
  linked: boolean;
  depth: number;
  context: FlatContext;
};

/** Runs in the page: nodes as plain HTML. Its stack is its own, so that no nesting is too deep for it. */
export function writeFlat(nodes: ArrayLike<Node>, context: FlatContext): FlatWritten {
  const limit = 10_000_000;
  const about = { visible: true, opened: false, phrasing: false, row: false, preformatted: false, linked: false };
  const stack: FlatFrame[] = [{ nodes, next: 0, close: "", ...about, depth: 0, context }];
  const parts: string[] = [];
  let size = 0;
  const length = { shown: 0, hidden: 0 };
  for (let frame = stack.at(-1); frame !== undefined; frame = stack.at(-1)) {
    const node = size > limit ? undefined : frame.nodes[frame.next];
    frame.next += 1;
    const opened = node instanceof Element ? openElement(node, frame) : null;
    if (opened !== null) stack.push(opened.frame);
    if (node === undefined) stack.pop();
    const text = node?.nodeType === 3 ? (node.nodeValue ?? "") : "";
    if (text !== "" && !frame.linked) length[frame.visible ? "shown" : "hidden"] += text.trim().length;
    const part = node === undefined ? frame.close : (opened?.open ?? (frame.visible ? escapeText(text) : ""));
    parts.push(part);
    size += part.length;
  }
  return { html: parts.join(""), cut: size > limit, ...length };
}

/** Runs in the page: an element's opening tag and the frame of its children; null where nothing of it is content. */
export function openElement(element: Element, parent: FlatFrame): { open: string; frame: FlatFrame } | null {
  const { context } = parent;
  const frame = { ...parent, next: 0, close: "", depth: parent.depth + 1 };
  if (element instanceof HTMLTemplateElement) {
    const nodes = streamedNodes(element, context);
    return nodes === null ? null : { open: "", frame: { ...frame, nodes } };
  }
  const style = getComputedStyle(element);
  const shown = isShown(element, style, context);
  const tag = shown === "never" ? null : tagFor(element, style.display, parent);
  if (tag === null) return null;
  frame.opened = parent.opened || shown === "on click";
  frame.visible = frame.opened || context.ignore !== "nothing" || style.visibility === "visible";
  frame.phrasing = parent.phrasing || /^(?:p|h[1-6]|summary|figcaption|caption)$/u.test(tag.name);
  frame.row = /flex|grid/u.test(style.display) && !style.flexDirection.startsWith("column");
  frame.linked = parent.linked || /^(?:a|nav|header|footer)$/u.test(tag.name);
  frame.preformatted = parent.preformatted || tag.name === "pre";
  if (/^(?:img|input|br|hr)$/u.test(tag.name)) {
    const open = frame.visible ? `<${tag.name}${attributesFor(element, tag.name)}>` : "";
    return { open, frame: { ...frame, nodes: [] } };
  }
  const space = tag.spaced && !parent.preformatted ? " " : "";
  const nodes = tag.text === null ? flatChildren(element) : [document.createTextNode(tag.text)];
  const close = tag.name === "" ? space : `</${tag.name}>${space}`;
  const open = tag.name === "" ? space : `${space}<${tag.name}${attributesFor(element, tag.name)}>`;
  return { open, frame: { ...frame, nodes, close } };
}
