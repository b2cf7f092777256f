import type { Root as HastRoot } from "hast";
import type { Heading, Root } from "mdast";
import rehypeRemark from "rehype-remark";
import remarkGfm from "remark-gfm";
import remarkStringify, { type Options as StringifyOptions } from "remark-stringify";
import { unified } from "unified";
import { closeLists } from "./closeLists.ts";
import { handlers } from "./handlers.ts";
import { textOf } from "./textOf.ts";
import { tidyMarks } from "./tidyMarks.ts";
import { writers } from "./writers.ts";

/** Markdown of a tree, under the title as its first heading where the tree does not have it itself. */
export function toMarkdown(tree: HastRoot, title: string): string {
  const processor = unified()
    .use(rehypeRemark, { handlers })
    .use(remarkGfm, { singleTilde: false })
    .use(remarkStringify, stringifyOptions);
  const root = processor.runSync(tree);
  tidyMarks(root);
  closeLists(root);
  addTitle(root, title);
  return processor.stringify(root);
}

const stringifyOptions: StringifyOptions = {
  bullet: "-",
  emphasis: "*",
  fences: true,
  listItemIndent: "one",
  rule: "-",
  handlers: writers,
};

function addTitle(root: Root, title: string): void {
  const headings = root.children.filter((node): node is Heading => node.type === "heading");
  if (title === "" || headings.some((heading) => heading.depth === 1)) return;
  const [top] = headings;
  if (top !== undefined && sameText(textOf(top), title)) top.depth = 1;
  else root.children.unshift({ type: "heading", depth: 1, children: [{ type: "text", value: title }] });
}

function sameText(one: string, other: string): boolean {
  return bare(one) === bare(other);
}

function bare(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, "");
}
