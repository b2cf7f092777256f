import type { FlatHtml } from "../contents.ts";
import { frameContent, frameDependencies } from "../frames.ts";
import { ownGetter, type PageFunction } from "../safeDom.ts";
import { drawsFormula, formulaDependencies, formulaIn } from "./formulas.ts";
import {
  attributesFor,
  escapeText,
  flatAttributeDependencies,
  type FlatContext,
  formulaAttributes,
  isShown,
  streamedNodes,
} from "./flatAttributes.ts";
import { type FlatFrame, type FlatTag, flatTag, flatTagDependencies, tagFor } from "./flatTags.ts";

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

/** Writes nodes as plain HTML, with a stack of its own so that deep nesting cannot overflow. */
export function writeFlat(nodes: ArrayLike<Node>, context: FlatContext): FlatHtml {
  const limit = 10_000_000;
  const initialState = {
    visible: true,
    inPanel: false,
    phrasing: false,
    row: false,
    preformatted: false,
    keepsLines: false,
    linked: false,
  };
  const stack: FlatFrame[] = [{ nodes, next: 0, close: "", ...initialState, depth: 0, context }];
  const parts: string[] = [];
  let size = 0;
  const characters = { shown: 0, hidden: 0 };
  for (let frame = stack.at(-1); frame !== undefined; frame = stack.at(-1)) {
    const node = size > limit ? undefined : frame.nodes[frame.next];
    frame.next += 1;
    const openedElement = node instanceof Element ? openElement(node, frame) : null;
    if (openedElement !== null) stack.push(openedElement.frame);
    if (node === undefined) stack.pop();
    const text = node?.nodeType === 3 ? (node.nodeValue ?? "") : "";
    if (text !== "" && !frame.linked) characters[frame.visible ? "shown" : "hidden"] += text.trim().length;
    const framed = openedElement?.framed;
    if (framed !== undefined && !frame.linked) characters[frame.visible ? "shown" : "hidden"] += framed.shown;
    const part =
      node === undefined ? frame.close : (openedElement?.open ?? (frame.visible ? writtenText(text, frame) : ""));
    parts.push(part);
    size += part.length;
  }
  return { html: parts.join(""), cut: size > limit, ...characters };
}

/** A text as HTML. Where the style keeps line breaks, they are written as `br`. */
function writtenText(text: string, { keepsLines, preformatted }: FlatFrame): string {
  const escaped = escapeText(text);
  return keepsLines && !preformatted && text.trim() !== "" ? escaped.replaceAll(/\r?\n/gu, "<br>") : escaped;
}

/** Whether an element is a code block by its style: its line breaks and blanks are kept, in a font for code. */
function isStyledCode(element: Element, style: CSSStyleDeclaration, parent: FlatFrame): boolean {
  return (
    /^(?:pre|pre-wrap|break-spaces)$/u.test(style.whiteSpace) &&
    !parent.phrasing &&
    !parent.preformatted &&
    /^(?:div|code|samp|p|span)$/u.test(element.localName) &&
    /^(?:block|flex|grid|table|flow-root)$/u.test(style.display) &&
    /mono|courier|consolas|menlo/iu.test(style.fontFamily) &&
    (element.textContent ?? "").trim().includes("\n")
  );
}

/** An element's opening tag, the frame of its children, and the contents of its document if it has one. */
type OpenedElement = { open: string; frame: FlatFrame; framed?: FlatHtml };

/** An opened element; null if it is not content. */
function openElement(element: Element, parent: FlatFrame): OpenedElement | null {
  const { context } = parent;
  const frame = { ...parent, next: 0, close: "", depth: parent.depth + 1 };
  if (element instanceof HTMLTemplateElement) {
    const nodes = streamedNodes(element, context);
    return nodes === null ? null : { open: "", frame: { ...frame, nodes } };
  }
  const style = getComputedStyle(element);
  const formula = formulaIn(element);
  const visibility = formula !== null && element.localName === "script" ? "now" : isShown(element, style, context);
  const isDrawn = visibility === "never" || drawsFormula(element);
  const framed = isDrawn ? undefined : frameContent(element)?.flat;
  if (framed !== undefined) {
    const open = parent.visible ? `<div>${framed.html}</div>` : "";
    return { open, frame: { ...frame, nodes: [] }, framed };
  }
  const written: FlatTag | null = formula === null ? null : { name: "code", spaced: false, text: formula.text };
  const code = isStyledCode(element, style, parent) ? flatTag("pre") : null;
  const tag = isDrawn ? null : (written ?? code ?? tagFor(element, style.display, parent));
  if (tag === null) return null;
  frame.inPanel = parent.inPanel || visibility === "on click";
  frame.visible = frame.inPanel || context.ignore !== "nothing" || style.visibility === "visible";
  frame.phrasing = parent.phrasing || /^(?:p|h[1-6]|summary|figcaption|caption)$/u.test(tag.name);
  frame.row = /flex|grid/u.test(style.display) && !style.flexDirection.startsWith("column");
  frame.linked = parent.linked || /^(?:a|nav|header|footer)$/u.test(tag.name);
  frame.preformatted = parent.preformatted || tag.name === "pre";
  // A heading is one line in Markdown.
  frame.keepsLines = /^(?:pre|break-spaces)/u.test(style.whiteSpace) && !/^h[1-6]$/u.test(tag.name);
  if (/^(?:img|input|br|hr)$/u.test(tag.name)) {
    const open = frame.visible ? `<${tag.name}${attributesFor(element, tag.name)}>` : "";
    return { open, frame: { ...frame, nodes: [] } };
  }
  const space = tag.spaced && !parent.preformatted ? " " : "";
  const nodes = tag.text === null ? flatChildren(element) : [document.createTextNode(tag.text)];
  const close = tag.name === "" ? space : `</${tag.name}>${space}`;
  const attributes = formula === null ? attributesFor(element, tag.name) : formulaAttributes(formula);
  const open = tag.name === "" ? space : `${space}<${tag.name}${attributes}>`;
  return { open, frame: { ...frame, nodes, close } };
}

/** Dependencies of `writeFlat`, with itself. */
export const writeFlatDependencies: readonly PageFunction[] = [
  ...flatAttributeDependencies,
  ...flatTagDependencies,
  ...formulaDependencies,
  ...frameDependencies,
  flatChildren,
  isStyledCode,
  openElement,
  ownGetter,
  writeFlat,
  writtenText,
];
