import { attributesFor, escapeText } from "./flatAttributes.ts";
import { type FlatContext, isShown, streamedNodes } from "./flatHidden.ts";
import { flatChildren, tagFor } from "./flatTree.ts";

/** Nodes as HTML; `shown` and `hidden` count the characters of prose in it and of prose left out as invisible. */
export type FlatWritten = { html: string; cut: boolean; shown: number; hidden: number };

/** An element whose children are being written. */
export type FlatFrame = {
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
