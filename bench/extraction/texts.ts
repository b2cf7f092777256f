import { parseHTML } from "linkedom";
import remarkGfm from "remark-gfm";
import remarkParse from "remark-parse";
import { unified } from "unified";
import { texOfMathml } from "#activities/extract/markdown/formulas.ts";

/**
 * The text of HTML. A leading h1 is left out, because some contenders repeat it above the content. Formulas are TeX, as
 * Markdown writes them.
 */
export function textOfHtml(html: string): string {
  const { document } = parseHTML(`<!doctype html><html><body>${html}</body></html>`);
  const parts: string[] = [];
  collectHtml(document.body, parts);
  return parts.join("");
}

/** The text of Markdown. A leading h1 is left out. */
export function textOfMarkdown(markdown: string): string {
  const { children } = parseMarkdown(markdown);
  const isTitled = children[0]?.type === "heading" && children[0].depth === 1;
  return children
    .slice(isTitled ? 1 : 0)
    .map(textOfNode)
    .join("\n");
}

/** The tree of a text in GitHub Flavored Markdown. */
export function parseMarkdown(markdown: string) {
  return unified().use(remarkParse).use(remarkGfm, { singleTilde: false }).parse(markdown);
}

const inline =
  /^(?:a|abbr|b|bdi|cite|code|del|dfn|em|font|i|ins|kbd|mark|q|s|samp|small|span|strong|sub|sup|time|u|var)$/u;
const wordless = /^(?:head|noscript|script|style|template|title)$/u;

function collectHtml(parent: Element, parts: string[]): void {
  for (const node of parent.childNodes) {
    if (node.nodeType === 3) parts.push(node.textContent ?? "");
    if (!isElement(node) || wordless.test(node.localName)) continue;
    const tex = texOf(node);
    if (tex !== null) {
      parts.push(" ", tex, " ");
      continue;
    }
    if (node.localName === "h1" && parts.join("").trim() === "") continue;
    const space = inline.test(node.localName) ? "" : "\n";
    parts.push(space);
    collectHtml(node, parts);
    parts.push(space);
  }
}

/** The source of a formula, else its elements as TeX; null for other elements. MediaWiki has formulas as pictures, too. */
function texOf(element: Element): string | null {
  if (element.localName === "img")
    return (
      /^\{\\(?:display|text)style (?<tex>[^]*)\}$/u.exec(element.getAttribute("alt") ?? "")?.groups?.["tex"] ?? null
    );
  if (element.localName !== "math") return null;
  const source = element.querySelector("annotation")?.textContent ?? element.getAttribute("alttext");
  return source ?? texOfMathml(element.outerHTML) ?? element.textContent;
}

function isElement(node: Node): node is Element {
  return node.nodeType === 1;
}

type MarkdownNode = { type: string; value?: unknown; label?: unknown; children?: readonly MarkdownNode[] };

function textOfNode(node: MarkdownNode): string {
  if (node.type === "html") return textOfHtml(String(node.value));
  if (node.type === "break") return " ";
  if (node.type === "footnoteReference") return ` ${String(node.label)} `;
  if (typeof node.value === "string") return node.value;
  const between = node.children?.some(({ type }) => phrasing.test(type)) === true ? "" : "\n";
  return (node.children ?? []).map(textOfNode).join(between);
}

const phrasing = /^(?:text|emphasis|strong|delete|inlineCode|link|image|break|html|footnoteReference|linkReference)$/u;
