import { toHtml } from "hast-util-to-html";
import { toHast } from "mdast-util-to-hast";
import remarkGfm from "remark-gfm";
import remarkParse from "remark-parse";
import { unified } from "unified";
import { Html } from "#markup/html.ts";

/** A part of a page: its heading with the anchor, and the words up to the next heading. */
export type GuideSection = { heading: string; anchor: string; text: string };

/** A page of the guide: its first heading, its content as markup, and its sections. */
export type GuidePage = { title: string; body: Html; sections: readonly GuideSection[] };

type Node = ReturnType<typeof toHast>;

const parser = unified().use(remarkParse).use(remarkGfm);
const headings: ReadonlySet<string> = new Set(["h1", "h2", "h3", "h4", "h5", "h6"]);

/**
 * Renders a document of the product. The documents are part of the product, so their own HTML is kept. Links to other
 * documents lead to their pages, and links to other files of the repository lead nowhere.
 */
export function renderGuide(markdown: string): GuidePage {
  const tree = toHast(parser.parse(markdown), { allowDangerousHtml: true });
  adapt(tree);
  const sections = sectionsOf(tree);
  const body = new Html(toHtml(tree, { allowDangerousHtml: true }));
  return { title: sections[0]?.heading ?? "Watchframe", body, sections };
}

/** Adapts a part of a document to its page. */
function adapt(node: Node): void {
  if (node.type === "raw") node.value = node.value.replaceAll('"pictures/', '"/guide/pictures/');
  if (isHeading(node)) node.properties["id"] = anchorOf(textOf(node));
  if (node.type === "element" && node.tagName === "a") {
    const address = addressOf(node.properties["href"] ?? "");
    if (address !== null) node.properties["href"] = address;
    else {
      node.tagName = "span";
      node.properties = {};
    }
  }
  if ("children" in node) for (const child of node.children) adapt(child);
}

/** The sections of a document. Headings are at its top level. */
function sectionsOf(tree: Node): GuideSection[] {
  const sections: GuideSection[] = [];
  for (const node of "children" in tree ? tree.children : []) {
    const heading = isHeading(node) ? textOf(node) : null;
    const last = sections.at(-1);
    if (heading !== null) sections.push({ heading, anchor: anchorOf(heading), text: "" });
    else if (last !== undefined) last.text += `${spacedText(node)} `;
  }
  return sections;
}

function isHeading(node: Node): node is Extract<Node, { type: "element" }> {
  return node.type === "element" && headings.has(node.tagName);
}

/** The words of a node. Cells and items are apart. */
function spacedText(node: Node): string {
  if (!("children" in node)) return textOf(node);
  const words = node.children.map((child) => spacedText(child)).join("");
  return node.type === "element" && /^(?:td|th|li|p|pre)$/u.test(node.tagName) ? `${words} ` : words;
}

/** The address that a link leads to; null for a file of the repository that has no page. */
function addressOf(link: string): string | null {
  if (["https:", "http:", "mailto:", "#", "/"].some((start) => link.startsWith(start))) return link;
  const [file = "", anchor] = link.split("#");
  if (file.includes("/") || !file.endsWith(".md")) return null;
  const name = file.slice(0, -".md".length);
  return `/guide${name === "README" ? "" : `/${name}`}${anchor === undefined ? "" : `#${anchor}`}`;
}

function textOf(node: Node): string {
  if (node.type === "text") return node.value;
  return "children" in node ? node.children.map((child) => textOf(child)).join("") : "";
}

/** The anchor of a heading, as GitHub makes it. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, "")
    .replaceAll(" ", "-");
}
