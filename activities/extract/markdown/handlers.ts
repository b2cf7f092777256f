import type { Element as HastElement, ElementContent } from "hast";
import type { BlockContent, Code, DefinitionContent, ListItem, PhrasingContent, RootContent, Strong } from "mdast";
import type { Options } from "rehype-remark";

import { formulaNode, texOfMathml } from "./formulas.ts";

type Handlers = NonNullable<Options["handlers"]>;
type Handler = NonNullable<Handlers[string]>;
type State = Parameters<Handler>[0];

type TreeNode = { value?: unknown; children?: readonly TreeNode[] };

/** The text of a tree. */
export function textOf(node: object): string {
  const { value, children = [] }: TreeNode = node;
  return typeof value === "string" ? value : children.map(textOf).join("");
}

/** Handlers for elements that rehype-remark would convert differently. */
export const handlers: Handlers = {
  pre: codeBlock,
  code: codeSpan,
  br: lineBreak,
  sub: rawTag,
  sup: rawTag,
  dl: definitions,
  summary: (state, node) => ({ type: "paragraph", children: [strong(state, node)] }),
  u: (state, node) => state.all(node),
  var: (state, node) => ({ type: "emphasis", children: phrasing(state, node) }),
};

function codeBlock(_state: State, node: HastElement): Code {
  const lang = node.properties["dataLanguage"];
  const value = codeText(node)
    .replace(/^(?:[ \t]*\n)+/u, "")
    .trimEnd();
  return { type: "code", lang: typeof lang === "string" ? lang : null, meta: null, value };
}

/** The text of a code block. Syntax highlighters make each line a `div` or `li`. */
function codeText(node: HastElement): string {
  let text = "";
  for (const child of node.children) {
    if (child.type === "text") text += child.value;
    if (child.type !== "element") continue;
    if (child.tagName === "br") text += "\n";
    else if (child.properties["dataTex"] !== undefined) text += texOf(child);
    else if (!/^(?:div|li|tr|p)$/u.test(child.tagName)) text += codeText(child);
    else {
      if (text !== "" && !text.endsWith("\n")) text += "\n";
      const line = codeText(child);
      text += line.endsWith("\n") ? line : `${line}\n`;
    }
  }
  return text;
}

function codeSpan(state: State, node: HastElement): PhrasingContent {
  const text = codeText(node);
  const tex = node.properties["dataTex"];
  if (typeof tex === "string") return formulaNode(texOf(node), tex === "block" ? "block" : "inline", state.inTable);
  return { type: "inlineCode", value: (state.inTable ? text.replaceAll(/\s+/gu, " ") : text).trim() };
}

/** The TeX of a formula; its text if there is none. */
function texOf(formula: HastElement): string {
  return texOfMathml(formula.properties["dataMathml"]) ?? textOf(formula);
}

function lineBreak(state: State): PhrasingContent {
  // A table row must be one line.
  return state.inTable ? { type: "html", value: "<br>" } : { type: "break" };
}

/** Keeps the tag: `x<sup>2</sup>` would read x2. The mark of a footnote is a link and needs no tag. */
function rawTag(state: State, node: HastElement): PhrasingContent[] {
  const children = phrasing(state, node);
  const isIndex = children.every(({ type }) => /^(?:text|emphasis|strong|inlineCode)$/u.test(type));
  if (!isIndex || textOf({ children }).trim() === "") return children;
  return [{ type: "html", value: `<${node.tagName}>` }, ...children, { type: "html", value: `</${node.tagName}>` }];
}

/** Terms and definitions as a list: the term in bold, then its definition. */
function definitions(state: State, node: HastElement): ReturnType<Handler> {
  const entries = node.children
    .flatMap((child) => (child.type === "element" && child.tagName === "div" ? child.children : [child]))
    .filter((child): child is HastElement => child.type === "element");
  const items: ListItem[] = [];
  let terms: Strong[] = [];
  for (const entry of entries) {
    if (entry.tagName === "dt") {
      if (items.length > 0 && terms.length === 0) terms = [];
      terms.push(strong(state, entry));
      continue;
    }
    const content = state.toFlow(state.all(entry));
    const last = items.at(-1);
    if (terms.length === 0 && last !== undefined) last.children.push(...content);
    else items.push(definition(terms, content));
    terms = [];
  }
  if (terms.length > 0) items.push(definition(terms, []));
  return items.length === 0 ? undefined : { type: "list", ordered: false, spread: false, children: items };
}

function definition(terms: readonly Strong[], content: (BlockContent | DefinitionContent)[]): ListItem {
  const termNodes = terms.flatMap((term, index): PhrasingContent[] =>
    index === 0 ? [term] : [{ type: "text", value: ", " }, term],
  );
  const [first, ...others] = content;
  const inline = first?.type === "paragraph" ? first.children : [];
  const head: PhrasingContent[] =
    inline.length > 0 && termNodes.length > 0
      ? [...termNodes, { type: "text", value: ": " }, ...inline]
      : [...termNodes, ...inline];
  return {
    type: "listItem",
    spread: false,
    children: [{ type: "paragraph", children: head }, ...(first?.type === "paragraph" ? others : content)],
  };
}

function strong(state: State, node: HastElement): Strong {
  return { type: "strong", children: phrasing(state, node) };
}

/** Children as inline content. A paragraph gives its own children, another block its text. */
function phrasing(state: State, node: HastElement): PhrasingContent[] {
  return state.all(node).flatMap((child): PhrasingContent[] => {
    if (child.type === "paragraph") return child.children;
    return isPhrasing(child) ? [child] : [{ type: "text", value: textOf(child) }];
  });
}

function isPhrasing(node: RootContent): node is PhrasingContent {
  return /^(?:text|html|emphasis|strong|delete|inlineCode|break|link|image|footnoteReference)$/u.test(node.type);
}

/** Whether a table arranges things on the page and contains no data. */
export function isLayoutTable(table: Element): boolean {
  if (/^(?:presentation|none)$/u.test(table.getAttribute("role") ?? "")) return true;
  if (table.querySelector("table, h1, h2, h3, h4, h5, h6, figure, blockquote, section, article, hr") !== null)
    return true;
  const rows = [...table.querySelectorAll("tr")];
  if (rows.every((row) => row.querySelectorAll("td, th").length < 2)) return true;
  if (table.querySelector("th, thead, caption") !== null) return false;
  // Without headers, long cells mean layout. The limits were chosen by eye.
  const maxChars = rows.length < 2 ? 80 : 500;
  return [...table.querySelectorAll("td")].some((cell) => (cell.textContent ?? "").trim().length > maxChars);
}

/** The content of a cell in one line. Blocks are separated by `br`; list items get a dash. */
export function flattenCell(children: readonly ElementContent[]): ElementContent[] {
  const cellLines: ElementContent[][] = [[]];
  splitIntoLines(cellLines, children);
  const filled = cellLines.filter((line) => line.some((node) => node.type !== "text" || node.value.trim() !== ""));
  return filled.flatMap((line, index) => (index === 0 ? line : [element("br", []), ...line]));
}

function splitIntoLines(cellLines: ElementContent[][], children: readonly ElementContent[]): void {
  for (const child of children) {
    const tag = child.type === "element" ? child.tagName : "";
    if (child.type !== "element" || !blocks.has(tag)) cellLines.at(-1)?.push(child);
    else if (tag === "pre") cellLines.push(codeLine(child), []);
    else {
      cellLines.push(tag === "li" ? [{ type: "text", value: "- " }] : []);
      splitIntoLines(cellLines, child.children);
      cellLines.push([]);
    }
  }
}

function codeLine(pre: HastElement): ElementContent[] {
  const [only] = pre.children;
  return [
    element(
      "code",
      pre.children.length === 1 && only?.type === "element" && only.tagName === "code" ? only.children : pre.children,
    ),
  ];
}

function element(tagName: string, children: ElementContent[]): HastElement {
  return { type: "element", tagName, properties: {}, children };
}

const blocks = new Set(
  "address article aside center dd details dialog div dl dt fieldset figcaption footer form header li main nav ol p pre section summary ul".split(
    " ",
  ),
);
