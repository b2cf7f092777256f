import { flatChildren, tagFor } from "./flatTree.ts";
import { attributesFor, escapeText } from "./flatAttributes.ts";
import { ownGetter, plainText, rootElement, selectAll } from "./safeDom.ts";

/** What the page gives for `markdown`: what it shows, as plain HTML with absolute addresses. */
export type FlatPageRead = { html: string; title: string; heading: string; cut: boolean };

/** An element whose children are being written. */
export type FlatFrame = {
  nodes: ArrayLike<Node>;
  next: number;
  /** Written when the last child is done. */
  close: string;
  /** False inside `visibility: hidden`: a descendant may still be shown. */
  visible: boolean;
  /** Blocks can't stand here: the parser that reads this would close the paragraph or heading. */
  phrasing: boolean;
  /** Children stand side by side although nothing separates their texts. */
  row: boolean;
  preformatted: boolean;
  depth: number;
};

/** Runs in the page: its composed tree (shadow roots in place, slots filled) without what is hidden or is no content. */
export function readFlatPage(): FlatPageRead {
  const root = rootElement();
  const title = plainText(String(ownGetter(Document.prototype, "title", document)), 1000);
  const headings = selectAll("h1", 2);
  const heading = headings.length === 1 ? plainText(headings[0]?.textContent ?? "", 1000) : "";
  const attributes = root === null ? "" : attributesFor(root, "html");
  const flat = root === null ? { html: "", cut: false } : writeFlat(root);
  const head = `<head><title>${escapeText(title)}</title></head>`;
  return { html: `<!DOCTYPE html><html${attributes}>${head}${flat.html}</html>`, title, heading, cut: flat.cut };
}

/** Runs in the page: what is in an element, as plain HTML. Its stack is its own, so that no nesting is too deep for it. */
export function writeFlat(root: Element): { html: string; cut: boolean } {
  const limit = 10_000_000;
  // A body that is hidden as a whole is one whose script never came to show it.
  const [body] = selectAll("body", 1);
  const ignoreVisibility = body !== undefined && getComputedStyle(body).visibility !== "visible";
  const about = { visible: true, phrasing: false, row: false, preformatted: false, depth: 0 };
  const stack: FlatFrame[] = [{ nodes: flatChildren(root), next: 0, close: "", ...about }];
  const parts: string[] = [];
  let size = 0;
  for (let frame = stack.at(-1); frame !== undefined; frame = stack.at(-1)) {
    const node = size > limit ? undefined : frame.nodes[frame.next];
    frame.next += 1;
    const opened = node instanceof Element ? openElement(node, frame, ignoreVisibility) : null;
    if (opened !== null) stack.push(opened.frame);
    if (node === undefined) stack.pop();
    const text = node?.nodeType === 3 && frame.visible ? escapeText(node.nodeValue ?? "") : "";
    const part = node === undefined ? frame.close : (opened?.open ?? text);
    parts.push(part);
    size += part.length;
  }
  return { html: parts.join(""), cut: size > limit };
}

/** Runs in the page: an element's opening tag and the frame of its children; null where nothing of it is content. */
export function openElement(
  element: Element,
  parent: FlatFrame,
  ignoreVisibility: boolean,
): { open: string; frame: FlatFrame } | null {
  const style = getComputedStyle(element);
  if (style.display === "none" || isClippedAway(element, style)) return null;
  const tag = tagFor(element, style.display, parent);
  if (tag === null) return null;
  const visible = ignoreVisibility || style.visibility === "visible";
  const frame: FlatFrame = {
    nodes: [],
    next: 0,
    close: "",
    visible,
    phrasing: parent.phrasing || /^(?:p|h[1-6]|summary|figcaption|caption)$/u.test(tag.name),
    row: /flex|grid/u.test(style.display) && !style.flexDirection.startsWith("column"),
    preformatted: parent.preformatted || tag.name === "pre",
    depth: parent.depth + 1,
  };
  if (tag.name === "img" || tag.name === "input" || tag.name === "br" || tag.name === "hr") {
    return { open: visible ? `<${tag.name}${attributesFor(element, tag.name)}>` : "", frame };
  }
  const space = tag.spaced && !parent.preformatted ? " " : "";
  frame.nodes = tag.text === null ? flatChildren(element) : [document.createTextNode(tag.text)];
  frame.close = tag.name === "" ? space : `</${tag.name}>${space}`;
  return { open: tag.name === "" ? space : `${space}<${tag.name}${attributesFor(element, tag.name)}>`, frame };
}

/** Runs in the page: whether an element is there for screen readers only. */
export function isClippedAway(element: Element, style: CSSStyleDeclaration): boolean {
  if (style.position !== "absolute" && style.position !== "fixed") return false;
  const tiny =
    Number.parseFloat(style.width) <= 1 && Number.parseFloat(style.height) <= 1 && style.overflow !== "visible";
  // The readable form of a formula is such an element.
  return tiny && Element.prototype.querySelector.call(element, "math") === null;
}
