import type { Element as HastElement, ElementContent } from "hast";
import type { BlockContent, Code, DefinitionContent, ListItem, PhrasingContent, RootContent, Strong } from "mdast";
import type { Options } from "rehype-remark";

type TreeNode = { value?: unknown; children?: readonly TreeNode[] };

/** The words of a tree. */
export function textOf(node: object): string {
  const { value, children = [] }: TreeNode = node;
  return typeof value === "string" ? value : children.map(textOf).join("");
}

type Handlers = NonNullable<Options["handlers"]>;
type Handler = NonNullable<Handlers[string]>;
type State = Parameters<Handler>[0];

/** Where an element's Markdown differs from what the converter makes of it by itself. */
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
  const value = lines(node)
    .replace(/^(?:[ \t]*\n)+/u, "")
    .trimEnd();
  return { type: "code", lang: typeof lang === "string" ? lang : null, meta: null, value };
}

/** Text of a code block; highlighters make a line of each `div` or `li`. */
function lines(node: HastElement): string {
  let text = "";
  for (const child of node.children) {
    if (child.type === "text") text += child.value;
    if (child.type !== "element") continue;
    if (child.tagName === "br") text += "\n";
    else if (!/^(?:div|li|tr|p)$/u.test(child.tagName)) text += lines(child);
    else {
      if (text !== "" && !text.endsWith("\n")) text += "\n";
      const line = lines(child);
      text += line.endsWith("\n") ? line : `${line}\n`;
    }
  }
  return text;
}

function codeSpan(state: State, node: HastElement): PhrasingContent {
  const text = lines(node);
  const tex = node.properties["dataTex"];
  // Raw, or what TeX means by _ and \ would be escaped.
  if (typeof tex === "string")
    return { type: "html", value: tex === "block" ? `$$${text.trim()}$$` : `$${text.trim()}$` };
  return { type: "inlineCode", value: (state.inTable ? text.replaceAll(/\s+/gu, " ") : text).trim() };
}

function lineBreak(state: State): PhrasingContent {
  // A row of a table is one line.
  return state.inTable ? { type: "html", value: "<br>" } : { type: "break" };
}

/** `x<sup>2</sup>` without its tag would read x2. A footnote's mark is a link, which says enough. */
function rawTag(state: State, node: HastElement): PhrasingContent[] {
  const children = phrasing(state, node);
  const isPlain = children.length > 0 && children.every((child) => child.type === "text" && child.value.trim() !== "");
  if (!isPlain) return children;
  return [{ type: "html", value: `<${node.tagName}>` }, ...children, { type: "html", value: `</${node.tagName}>` }];
}

/** Terms and definitions as a list: the term in bold, then what it means. */
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
    const meaning = state.toFlow(state.all(entry));
    const last = items.at(-1);
    if (terms.length === 0 && last !== undefined) last.children.push(...meaning);
    else items.push(definition(terms, meaning));
    terms = [];
  }
  if (terms.length > 0) items.push(definition(terms, []));
  return items.length === 0 ? undefined : { type: "list", ordered: false, spread: false, children: items };
}

function definition(terms: readonly Strong[], meaning: (BlockContent | DefinitionContent)[]): ListItem {
  const named = terms.flatMap((term, index): PhrasingContent[] =>
    index === 0 ? [term] : [{ type: "text", value: ", " }, term],
  );
  const [first, ...rest] = meaning;
  const inline = first?.type === "paragraph" ? first.children : [];
  const head: PhrasingContent[] =
    inline.length > 0 && named.length > 0
      ? [...named, { type: "text", value: ": " }, ...inline]
      : [...named, ...inline];
  return {
    type: "listItem",
    spread: false,
    children: [{ type: "paragraph", children: head }, ...(first?.type === "paragraph" ? rest : meaning)],
  };
}

function strong(state: State, node: HastElement): Strong {
  return { type: "strong", children: phrasing(state, node) };
}

/** Children in a line: a paragraph among them gives its own, any other block its words. */
function phrasing(state: State, node: HastElement): PhrasingContent[] {
  return state.all(node).flatMap((child): PhrasingContent[] => {
    if (child.type === "paragraph") return child.children;
    return isPhrasing(child) ? [child] : [{ type: "text", value: textOf(child) }];
  });
}

function isPhrasing(node: RootContent): node is PhrasingContent {
  return /^(?:text|html|emphasis|strong|delete|inlineCode|break|link|image)$/u.test(node.type);
}

/** Whether a table places things on the page instead of relating them: no Markdown table could hold it. */
export function isLayoutTable(table: Element): boolean {
  if (/^(?:presentation|none)$/u.test(table.getAttribute("role") ?? "")) return true;
  if (table.querySelector("table, h1, h2, h3, h4, h5, h6, figure, blockquote, section, article, hr") !== null)
    return true;
  const rows = [...table.querySelectorAll("tr")];
  if (rows.every((row) => row.querySelectorAll("td, th").length < 2)) return true;
  if (table.querySelector("th, thead, caption") !== null) return false;
  // Without a word about its columns, it's what is in it that tells.
  const bound = rows.length < 2 ? 80 : 500;
  return [...table.querySelectorAll("td")].some((cell) => (cell.textContent ?? "").trim().length > bound);
}

/** The content of a cell in one line: blocks become lines parted by `br`, items keep a dash. */
export function flattenCell(children: readonly ElementContent[]): ElementContent[] {
  const cellLines: ElementContent[][] = [[]];
  addTo(cellLines, children);
  const filled = cellLines.filter((line) => line.some((node) => node.type !== "text" || node.value.trim() !== ""));
  return filled.flatMap((line, index) => (index === 0 ? line : [element("br", []), ...line]));
}

function addTo(cellLines: ElementContent[][], children: readonly ElementContent[]): void {
  for (const child of children) {
    const tag = child.type === "element" ? child.tagName : "";
    if (child.type !== "element" || !blocks.has(tag)) cellLines.at(-1)?.push(child);
    else if (tag === "pre") cellLines.push(codeLine(child), []);
    else {
      cellLines.push(tag === "li" ? [{ type: "text", value: "- " }] : []);
      addTo(cellLines, child.children);
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
