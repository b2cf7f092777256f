import { toHtml } from "hast-util-to-html";
import { toHast } from "mdast-util-to-hast";
import remarkGfm from "remark-gfm";
import remarkParse from "remark-parse";
import { unified } from "unified";
import { Html } from "#markup/html.ts";

/** A page of the guide: its first heading, and its content as markup. */
export type GuidePage = { title: string; body: Html };

type Node = ReturnType<typeof toHast>;

const parser = unified().use(remarkParse).use(remarkGfm);
const headings: ReadonlySet<string> = new Set(["h1", "h2", "h3", "h4", "h5", "h6"]);

/**
 * Renders a document of the product. The documents are part of the product, so their own HTML is kept. Links to other
 * documents lead to their pages, and links to other files of the repository lead nowhere.
 */
export function renderGuide(markdown: string): GuidePage {
  const tree = toHast(parser.parse(markdown), { allowDangerousHtml: true });
  const titles: string[] = [];
  adapt(tree, titles);
  return { title: titles[0] ?? "Watchframe", body: new Html(toHtml(tree, { allowDangerousHtml: true })) };
}

/** Adapts a part of a document to its page, and notes the titles in it. */
function adapt(node: Node, titles: string[]): void {
  if (node.type === "raw") node.value = node.value.replaceAll('"pictures/', '"/docs/guide/pictures/');
  if (node.type === "element" && headings.has(node.tagName)) {
    const name = textOf(node);
    titles.push(name);
    node.properties["id"] = anchorOf(name);
  }
  if (node.type === "element" && node.tagName === "a") {
    const address = addressOf(node.properties["href"] ?? "");
    if (address !== null) node.properties["href"] = address;
    else {
      node.tagName = "span";
      node.properties = {};
    }
  }
  if ("children" in node) for (const child of node.children) adapt(child, titles);
}

/** The address that a link leads to; null for a file of the repository that has no page. */
function addressOf(link: string): string | null {
  if (["https:", "http:", "mailto:", "#", "/"].some((start) => link.startsWith(start))) return link;
  const [file = "", anchor] = link.split("#");
  if (file.includes("/") || !file.endsWith(".md")) return null;
  return `/docs/guide/${file.slice(0, -".md".length)}${anchor === undefined ? "" : `#${anchor}`}`;
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
