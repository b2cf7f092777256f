import type { Nodes } from "mdast";
import remarkParse from "remark-parse";
import { unified } from "unified";

/** A document of the guide: the name of its file without the ending, its title, and what it is about. */
type ContentsEntry = { name: string; title: string; about: string };

/** A group of documents under one heading of the contents. */
export type ContentsGroup = { title: string; pages: readonly ContentsEntry[] };

/** The groups of `docs/README.md`: each heading of the second level, with the links of the list below it. */
export function readContents(markdown: string): ContentsGroup[] {
  const groups: { title: string; pages: ContentsEntry[] }[] = [];
  for (const node of unified().use(remarkParse).parse(markdown).children) {
    if (node.type === "heading" && node.depth === 2) groups.push({ title: wordsOf(node), pages: [] });
    if (node.type !== "list") continue;
    for (const item of node.children) {
      const [paragraph] = item.children;
      const [link, rest] = paragraph?.type === "paragraph" ? paragraph.children : [];
      if (link?.type !== "link" || rest === undefined) continue;
      const about = wordsOf(rest).replace(/^: /u, "");
      groups.at(-1)?.pages.push({ name: link.url.replace(/\.md$/u, ""), title: wordsOf(link), about });
    }
  }
  return groups;
}

function wordsOf(node: Nodes): string {
  if ("value" in node) return node.value;
  return "children" in node ? node.children.map((child) => wordsOf(child)).join("") : "";
}
