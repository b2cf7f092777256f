import type { Element as HastElement, ElementContent, Properties, Root } from "hast";
import { commentOf } from "../../documents/entryIds.ts";
import { flattenCell, isLayoutTable } from "./handlers.ts";

/** Elements as the tree that the converter reads, without elements that Markdown cannot express. */
export function toHast(content: Element): Root {
  return { type: "root", children: childrenOf(content) };
}

function childrenOf(parent: Element): ElementContent[] {
  const children: ElementContent[] = [];
  let pieces: string[] = [];
  // The parser begins a text at each entity, and the converter takes quadratic time for many texts side by side.
  const joinPieces = () => {
    if (pieces.length > 0) children.push({ type: "text", value: pieces.join("") });
    pieces = [];
  };
  for (let node = parent.firstChild; node !== null; node = node.nextSibling) {
    if (node.nodeType === 3) pieces.push(textIn(node));
    else if (isElement(node)) {
      joinPieces();
      children.push(...convert(node));
    }
  }
  joinPieces();
  return children;
}

/** Outside code, a non-breaking space is an ordinary space. */
function textIn(node: Node): string {
  const text = node.nodeValue ?? "";
  if (!text.includes("\u00A0")) return text;
  return node.parentElement?.closest("pre, code") == null ? text.replaceAll("\u00A0", " ") : text;
}

function convert(element: Element): ElementContent[] {
  // Readability writes the names of elements that it makes in capitals.
  const tag = element.localName.toLowerCase();
  const toElement = (tagName: string, children = childrenOf(element)): ElementContent[] => [
    { type: "element", tagName, properties: propertiesOf(element), children },
  ];
  if (/^(?:script|style|template|noscript|title|button|select|textarea)$/u.test(tag)) return [];
  if (/^(?:h[1-6]|blockquote)$/u.test(tag) && isEmpty(element)) return [];
  if (tag === "img") return element.hasAttribute("src") ? toElement("img", []) : [];
  if (tag === "iframe" || (tag === "video" && !element.hasAttribute("poster"))) return playerLink(element);
  if (tag === "a") return link(element, toElement);
  if (tag === "h2" && element.getAttribute("data-level") === "1") return toElement("h1");
  if (tag === "table" && isLayoutTable(element)) return layoutTableCells(element);
  if (tag === "table") return [...captionsOf(element), ...toElement("table")];
  if (tag === "td" || tag === "th") return toElement(tag, flattenCell(childrenOf(element)));
  if (tag === "li" && element.hasAttribute("data-task"))
    return toElement("li", [checkbox(element), ...childrenOf(element)]);
  if (tag === "menu") return toElement("ul");
  const entryId = element.getAttribute("data-entry");
  if (entryId !== null) return toElement(tag, [{ type: "comment", value: commentOf(entryId) }, ...childrenOf(element)]);
  if (!isTextElement(tag)) return toElement(tag);
  const children = childrenOf(element);
  if (isNestedMark(element)) return children;
  // HTML allows a table in a paragraph or a list in bold text. Markdown does not.
  if (!containsBlocks(children)) return toElement(tag, children);
  return [{ type: "element", tagName: "div", properties: {}, children }];
}

function link(
  element: Element,
  toElement: (tagName: string, children?: ElementContent[]) => ElementContent[],
): ElementContent[] {
  const children = childrenOf(element);
  if (!element.hasAttribute("href")) return children;
  return isEmpty(element) ? [] : toElement("a", children);
}

/** A player as a link with its title. */
function playerLink(element: Element): ElementContent[] {
  const src = element.getAttribute("src");
  if (src === null) return [];
  const title = element.getAttribute("title")?.trim() ?? "";
  const text: ElementContent = { type: "text", value: title === "" ? "Video" : title };
  const anchor: HastElement = { type: "element", tagName: "a", properties: { href: src }, children: [text] };
  return [{ type: "element", tagName: "p", properties: {}, children: [anchor] }];
}

/** Whether an element repeats a mark around it. Serializing hundreds of nested marks takes too long. */
function isNestedMark(element: Element): boolean {
  const kind = equivalentMarks.find((names) => names.split(", ").includes(element.localName));
  return kind !== undefined && element.parentElement?.closest(kind) != null;
}

const equivalentMarks = ["b, strong", "em, i, mark, var", "del, s, strike"];

function isEmpty(element: Element): boolean {
  return element.textContent?.trim() === "" && element.querySelector("img[src], video[src], iframe[src]") === null;
}

/** The captions of a table as text before it: a table in Markdown has none. */
function captionsOf(table: Element): HastElement[] {
  const own = [...table.querySelectorAll("caption")].filter((caption) => caption.closest("table") === table);
  return own.map((caption) => {
    const children = childrenOf(caption);
    return { type: "element", tagName: containsBlocks(children) ? "div" : "p", properties: {}, children };
  });
}

/** The cells of a layout table as blocks. */
function layoutTableCells(table: Element): ElementContent[] {
  const isOwn = (cell: Element) => cell.closest("table") === table;
  const cells = [...table.querySelectorAll("caption, td, th")].filter(isOwn);
  return cells.map((cell): HastElement => ({
    type: "element",
    tagName: "div",
    properties: {},
    children: childrenOf(cell),
  }));
}

function checkbox(item: Element): HastElement {
  const properties = { type: "checkbox", checked: item.getAttribute("data-task") === "done" };
  return { type: "element", tagName: "input", properties, children: [] };
}

function propertiesOf(element: Element): Properties {
  const properties: Properties = {};
  for (const [attribute, property] of keptAttributes) {
    const value = element.getAttribute(attribute);
    if (value !== null && !(attribute === "title" && repeatsText(element, value))) properties[property] = value;
  }
  return properties;
}

/** Many links and images repeat their text as a title. */
function repeatsText(element: Element, title: string): boolean {
  const words = element.getAttribute("alt") ?? element.textContent ?? "";
  return words.replaceAll(/\s+/gu, " ").trim().toLowerCase() === title.trim().toLowerCase();
}

const keptAttributes = [
  ["href", "href"],
  ["src", "src"],
  ["poster", "poster"],
  ["alt", "alt"],
  ["title", "title"],
  ["start", "start"],
  ["colspan", "colSpan"],
  ["rowspan", "rowSpan"],
  ["data-align", "align"],
  ["data-label", "dataLabel"],
  ["data-language", "dataLanguage"],
  ["data-tex", "dataTex"],
  ["data-mathml", "dataMathml"],
] as const;

const blockTags = new Set(
  "address article aside blockquote body center dd details div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr li main menu nav ol p pre section summary table tbody td th thead tr ul".split(
    " ",
  ),
);
const inlineTags = new Set(
  "abbr b cite code del dfn em i ins kbd mark q s samp small span strike strong sub sup time tt u var".split(" "),
);

/** Whether an element is a line of text or a part of one. */
function isTextElement(tag: string): boolean {
  return inlineTags.has(tag) || /^(?:p|h[1-6]|summary)$/u.test(tag);
}

/** Whether a block is among the children, or inside an inline element among them. */
function containsBlocks(children: readonly ElementContent[]): boolean {
  return children.some(
    (child) =>
      child.type === "element" &&
      (blockTags.has(child.tagName) || (inlineTags.has(child.tagName) && containsBlocks(child.children))),
  );
}

/** Whether a node is an element. linkedom's classes are not global, so `instanceof` does not work. */
export function isElement(node: Node): node is Element {
  return node.nodeType === 1;
}

/** Whether a node is text. */
export function isText(node: Node): node is Text {
  return node.nodeType === 3;
}

/** Makes every code block a `pre` with its language in `data-language`, without line numbers and buttons. */
export function normalizeCode(document: Document): void {
  for (const noise of document.querySelectorAll(lineNumberSelector)) noise.remove();
  for (const pre of document.querySelectorAll("pre")) {
    const language = languageOf(pre);
    if (language !== null) pre.setAttribute("data-language", language);
  }
  for (const table of document.querySelectorAll("table")) {
    const code = onlyCode(table);
    if (code !== null) table.replaceWith(code);
  }
  for (const pre of document.querySelectorAll("pre")) unwrapCode(pre);
}

const lineNumberSelector =
  ".gutter, .gl, .lineno, .linenos, .linenodiv, .line-numbers-rows, .line-numbers, .hljs-ln-numbers, .react-syntax-highlighter-line-number, .rouge-gutter, .blob-num"
    .split(", ")
    .flatMap((name) => [`pre span${name}`, `pre ${name}`, `td${name}`])
    .join(", ");

/** The code block of a table that only adds line numbers; null for other tables. */
function onlyCode(table: Element): Element | null {
  const found = table.querySelectorAll("pre");
  const block = found.length === 1 ? found[0] : undefined;
  return block !== undefined && table.textContent?.trim() === block.textContent?.trim() ? block : null;
}

/** Removes wrappers that contain only the code block. The search for content would judge them as boxes of the page. */
function unwrapCode(pre: Element): void {
  for (
    let parent = pre.parentElement;
    parent !== null && /^(?:div|figure|section)$/u.test(parent.localName);
    parent = pre.parentElement
  ) {
    if (parent.textContent?.trim() !== pre.textContent?.trim()) return;
    parent.replaceWith(pre);
  }
}

/** The language of a block, from its own markup, its `code` or a wrapper near it. */
function languageOf(pre: Element): string | null {
  const code = pre.querySelector("code");
  const candidates = [code, pre, pre.parentElement, pre.parentElement?.parentElement ?? null];
  for (const element of candidates) {
    // The language of a wrapper with several blocks belongs to none of them.
    if (element === null || (element.contains(pre) && element !== pre && element.querySelectorAll("pre").length > 1))
      continue;
    const language =
      element.getAttribute("data-language") ??
      element.getAttribute("data-lang") ??
      languageInClass(element.getAttribute("class") ?? "");
    if (language !== null && /^[\w+#.-]{1,30}$/u.test(language))
      return noLanguage.test(language) ? null : language.toLowerCase();
  }
  return null;
}

const noLanguage = /^(?:plain|plaintext|text|txt|none|nohighlight|no-highlight|code)$/iu;

function languageInClass(names: string): string | null {
  const prefixed = /(?:^|\s)(?:language|lang|highlight-source|highlight-text|brush:|src|code)[-:\s]([\w+#.-]+)/iu.exec(
    names,
  );
  if (prefixed !== null) return prefixed[1] ?? null;
  const tokens = names.split(/\s+/u).filter((token) => token !== "");
  // In `hljs python` or `highlight ruby`, the language is beside the highlighter's name.
  if (!tokens.some((token) => /^(?:hljs|sourceCode|highlight|prettyprint|shiki|code-block)$/u.test(token))) return null;
  return tokens.find((token) => knownLanguages.has(token.toLowerCase())) ?? null;
}

const knownLanguages = new Set(
  "bash c c# clojure cpp csharp css dart diff dockerfile elixir elm erlang fish fsharp go graphql groovy haskell hcl html http ini java javascript js json json5 jsonc jsx julia kotlin latex less lisp lua makefile markdown matlab md mdx nginx nix objectivec ocaml perl php powershell prolog protobuf ps1 py python r rb rs ruby rust sass scala scheme scss sh shell shell-session solidity sql svelte swift tcl terraform tex toml ts tsx typescript vb vim vue wasm xml yaml yml zig zsh console".split(
    " ",
  ),
);
