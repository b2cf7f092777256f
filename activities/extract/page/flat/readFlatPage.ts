import {
  absoluteUrl,
  attribute,
  baseAddress,
  ownGetter,
  type PageFunction,
  plainText,
  rootElement,
  selectAll,
  textDependencies,
} from "../safeDom.ts";
import { readJsonLd } from "../readMetadata.ts";
import {
  attributesFor,
  escapeText,
  flatAttributeDependencies,
  flatContext,
  type FlatContext,
  isShown,
  opensPanel,
  playerAddress,
  streamedNodes,
} from "./flatAttributes.ts";

/**
 * The page's data for `markdown`: its visible content as plain HTML with absolute addresses. `declared` is true if the
 * page declares itself an article. `description` and `articleBody` are what it declares to contain, empty if unknown.
 */
export type FlatPageRead = {
  html: string;
  title: string;
  heading: string;
  declared: boolean;
  description: string;
  articleBody: string;
  cut: boolean;
};

/** Runs in the page. Writes its composed tree without hidden elements and without controls. */
export function readFlatPage(): FlatPageRead {
  const root = rootElement();
  const title = plainText(String(ownGetter(Document.prototype, "title", document)), 1000);
  const headings = selectAll("h1", 2);
  const heading = headings.length === 1 ? plainText(headings[0]?.textContent ?? "", 1000) : "";
  const attributes = root === null ? "" : attributesFor(root, "html");
  const flat = root === null ? { html: "", cut: false } : writeVisible(root);
  const head = `<head><title>${escapeText(title)}</title></head>`;
  const html = `<!DOCTYPE html><html${attributes}>${head}${flat.html}</html>`;
  const declarations = { declared: declaresArticle(), description: description(), articleBody: articleBody() };
  return { html, title, heading, ...declarations, cut: flat.cut };
}

/** The description in the `<meta>` tags; empty if there is none. */
function description(): string {
  const metas = selectAll("meta[name='description' i][content], meta[property='og:description' i][content]", 5);
  const texts = metas.map((meta) => plainText(attribute(meta, "content"), 1000));
  return texts.find((text) => text !== "") ?? "";
}

/** The longest `articleBody` in JSON-LD, at most 50,000 characters; empty if there is none. */
function articleBody(): string {
  const property = /"articleBody"\s*:\s*("(?:[^"\\\n]|\\.)*")/gu;
  const found = readJsonLd().blocks.flatMap((block) => [...block.matchAll(property)].map(([, text = ""]) => text));
  const bodies = found.map((text) => {
    try {
      return plainText(String(JSON.parse(text)), 50_000);
    } catch {
      // Pages write escapes that JSON does not have.
      return "";
    }
  });
  return bodies.reduce((longest, body) => (body.length > longest.length ? body : longest), "");
}

/** Runs in the page. Writes the first element that matches, without hidden elements and without controls. */
export function readFlatElement(selector: string): FlatPageRead {
  const element: Element | null = Document.prototype.querySelector.call(document, selector);
  // A cell, row or item is not valid outside its parents.
  const isCell = element !== null && /^(?:td|th)$/u.test(element.localName);
  const nodes = element === null ? [] : isCell ? flatChildren(element) : [element];
  const around = /^(?:tr|thead|tbody|tfoot)$/u.test(element?.localName ?? "")
    ? "table"
    : element?.localName === "li"
      ? "ul"
      : "div";
  const { html, cut } = writeFlat(nodes, flatContext("nothing"));
  const page = `<!DOCTYPE html><html><body><${around}>${html}</${around}></body></html>`;
  return { html: page, title: "", heading: "", declared: false, description: "", articleBody: "", cut };
}

/** Whether the page declares itself an article in its metadata. */
function declaresArticle(): boolean {
  const metas = "meta[property='og:type' i][content='article' i], meta[property*=published_time i]";
  if (selectAll(metas, 1).length > 0) return true;
  const blocks = selectAll("script[type^='application/ld+json' i]", 50);
  const type = /"@type"\s*:\s*\[?\s*"[A-Za-z]*(?:Article|BlogPosting|Report)"/u;
  return blocks.some((block) => type.test((block.textContent ?? "").slice(0, 200_000)));
}

/** The visible content. If hardly anything is visible because a script did not run, the hidden content. */
function writeVisible(root: Element): FlatHtml {
  const visible = writeFlat(flatChildren(root), flatContext("nothing"));
  // A few hidden parts are meant to be hidden. Most of a page is not. The ratios here were chosen by eye.
  if (visible.hidden > visible.shown * 3) return writeFlat(flatChildren(root), flatContext("visibility"));
  if (visible.shown > 500) return visible;
  const noscript = writeFlat(noscriptNodes(), flatContext("all"));
  const withHidden = writeFlat(flatChildren(root), flatContext("all"));
  const richest =
    noscript.shown > withHidden.shown ? { ...noscript, html: `<body>${noscript.html}</body>` } : withHidden;
  return richest.shown > Math.max(500, visible.shown * 4) ? richest : visible;
}

/** The content of `<noscript>`. In a browser with scripts it is unparsed text. */
function noscriptNodes(): Node[] {
  return selectAll("noscript", 100).flatMap((element) => {
    if (element.firstElementChild !== null) return [...element.childNodes];
    return [...new DOMParser().parseFromString(element.textContent ?? "", "text/html").body.childNodes];
  });
}

/** A flat page to be converted. */
export type MarkdownTask = Pick<FlatPageRead, "html" | "title" | "heading" | "declared"> &
  Partial<Pick<FlatPageRead, "description" | "articleBody">>;

/** How an element is written. An empty name writes only the children; `text` replaces the children. */
type FlatTag = { name: string; spaced: boolean; text: string | null };

/** The children as shown: of the shadow root, or those assigned to a slot. */
export function flatChildren(element: Element): ArrayLike<Node> {
  if (element instanceof HTMLSlotElement) {
    const assigned = element.assignedNodes();
    if (assigned.length > 0) return assigned;
  }
  // A form's controls shadow its properties.
  const children =
    element instanceof HTMLFormElement
      ? ownGetter(Node.prototype, "childNodes", element)
      : (element.shadowRoot ?? element).childNodes;
  return children instanceof NodeList ? children : [];
}

/** How an element is written; null if it is not content. */
function tagFor(element: Element, display: string, parent: FlatFrame): FlatTag | null {
  if (element instanceof HTMLFormElement) return flatTag(parent.depth > 200 ? "" : "form", true);
  const name = element.localName.toLowerCase();
  if (element.namespaceURI !== "http://www.w3.org/1999/xhtml") return name === "math" ? formula(element) : null;
  if (name === "button" && !parent.phrasing && opensPanel(element, parent.context)) return flatTag("summary");
  if (isExcluded(element, name, parent)) return null;
  if (name.startsWith("lite-") && playerAddress(element) !== null) return { ...flatTag("iframe"), text: "" };
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
function flatTag(name: string, spaced = false): FlatTag {
  return { name, spaced, text: null };
}

/** Whether an element is a control, a resource or a drawing. */
function isExcluded(element: Element, name: string, parent: FlatFrame): boolean {
  if (name === "input") return !(element instanceof HTMLInputElement && element.type === "checkbox");
  // A button with a heading in it opens an accordion.
  if (name === "button") return !parent.phrasing && element.querySelector("h1, h2, h3, h4, h5, h6, p") === null;
  if (name === "iframe") return playerAddress(element) === null;
  return /^(?:script|style|noscript|template|link|meta|base|title|head|canvas|object|embed|param|source|track|select|option|optgroup|textarea|datalist|progress|meter|map|area|frame|frameset|audio|colgroup|col|wbr|rp|rt|rtc)$/u.test(
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

/** A formula as its TeX source, else as its text. */
function formula(element: Element): FlatTag {
  const source = element.querySelector("annotation[encoding='application/x-tex']");
  const text = (source ?? element).textContent ?? "";
  return { name: source === null ? "" : "code", spaced: false, text: text.trim() };
}

/** Nodes as HTML. `shown` and `hidden` count the characters of visible and of hidden prose. */
type FlatHtml = { html: string; cut: boolean; shown: number; hidden: number };

/** An element while its children are written. */
type FlatFrame = {
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
  /** Inside a link, navigation, header or footer. */
  linked: boolean;
  depth: number;
  context: FlatContext;
};

/** Writes nodes as plain HTML, with a stack of its own so that deep nesting cannot overflow. */
function writeFlat(nodes: ArrayLike<Node>, context: FlatContext): FlatHtml {
  const limit = 10_000_000;
  const initialState = {
    visible: true,
    inPanel: false,
    phrasing: false,
    row: false,
    preformatted: false,
    linked: false,
  };
  const stack: FlatFrame[] = [{ nodes, next: 0, close: "", ...initialState, depth: 0, context }];
  const parts: string[] = [];
  let size = 0;
  const characters = { shown: 0, hidden: 0 };
  for (let frame = stack.at(-1); frame !== undefined; frame = stack.at(-1)) {
    const node = size > limit ? undefined : frame.nodes[frame.next];
    frame.next += 1;
    const opened = node instanceof Element ? openElement(node, frame) : null;
    if (opened !== null) stack.push(opened.frame);
    if (node === undefined) stack.pop();
    const text = node?.nodeType === 3 ? (node.nodeValue ?? "") : "";
    if (text !== "" && !frame.linked) characters[frame.visible ? "shown" : "hidden"] += text.trim().length;
    const part = node === undefined ? frame.close : (opened?.open ?? (frame.visible ? escapeText(text) : ""));
    parts.push(part);
    size += part.length;
  }
  return { html: parts.join(""), cut: size > limit, ...characters };
}

/** An element's opening tag and the frame of its children; null if it is not content. */
function openElement(element: Element, parent: FlatFrame): { open: string; frame: FlatFrame } | null {
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
  frame.inPanel = parent.inPanel || shown === "on click";
  frame.visible = frame.inPanel || context.ignore !== "nothing" || style.visibility === "visible";
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

/** Dependencies of `readFlatPage` and `readFlatElement`. */
export const flatPageDependencies: readonly PageFunction[] = [
  ...flatAttributeDependencies,
  absoluteUrl,
  articleBody,
  attribute,
  baseAddress,
  declaresArticle,
  description,
  flatChildren,
  flatTag,
  formula,
  isExcluded,
  isSemantic,
  noscriptNodes,
  openElement,
  ownGetter,
  ...textDependencies,
  readJsonLd,
  rootElement,
  selectAll,
  tagFor,
  writeFlat,
  writeVisible,
];
