import type { Root as HastRoot } from "hast";
import type {
  Delete,
  Emphasis,
  Heading,
  Link,
  ListItem,
  Nodes,
  Paragraph,
  PhrasingContent,
  Root,
  Strong,
  Table,
  TableCell,
} from "mdast";
import rehypeRemark from "rehype-remark";
import remarkGfm from "remark-gfm";
import remarkStringify, { type Options } from "remark-stringify";
import { unified } from "unified";
import { withoutEnd } from "../../withoutEnd.ts";
import { footnoteHandlers } from "./footnotes.ts";
import { keepFormulas } from "./formulas.ts";
import { handlers, textOf } from "./handlers.ts";

/** How a tree is written. `keepsAll` also keeps a heading at the end. */
type Writing = { title: string; keepsAll?: boolean };

/** A tree as Markdown. The title is added as the first heading if the tree does not begin with it. */
export function toMarkdown(tree: HastRoot, { title, keepsAll = false }: Writing): string {
  const processor = unified()
    .use(rehypeRemark, { handlers: { ...handlers, ...footnoteHandlers } })
    .use(remarkGfm, { singleTilde: false })
    .use(remarkStringify, stringifyOptions);
  const root = processor.runSync(tree);
  keepFormulas(root);
  tidyMarks(root);
  tightenLists(root);
  if (!keepsAll) dropLastHeading(root);
  addTitle(root, title);
  return processor.stringify(root);
}

type Writers = NonNullable<Options["handlers"]>;
type WriteText = NonNullable<Writers["text"]>;
type WriteTable = NonNullable<Writers["table"]>;

/** Serializers of nodes that remark-stringify would write differently. */
const writers: Writers = { text: writeText, table: writeTable };

/** Keeps underscores inside words unescaped: GFM does not treat them as marks. */
function writeText(...[node, , state, info]: Parameters<WriteText>): string {
  return state.safe(node.value, info).replaceAll(/(?<=[\p{L}\p{N}])\\_(?=[\p{L}\p{N}])/gu, "_");
}

/** Writes a table without padding, because cells can be long. */
function writeTable(...[node, , state, info]: Parameters<WriteTable>): string {
  const table: Table = node;
  const exit = state.enter("table");
  const rows = table.children.map((row) => {
    const cells = row.children.map((cell) => {
      const leave = state.enter("tableCell");
      const text = state.containerPhrasing(cell, { ...info, before: " ", after: " " });
      leave();
      return text;
    });
    return `| ${cells.join(" | ")} |`;
  });
  exit();
  const dashes = { left: ":--", right: "--:", center: ":-:" };
  const delimiters = (table.align ?? []).map((align) => (align == null ? "---" : dashes[align]));
  return [rows[0], `| ${delimiters.join(" | ")} |`, ...rows.slice(1)].join("\n");
}

const stringifyOptions: Options = {
  bullet: "-",
  emphasis: "*",
  fences: true,
  listItemIndent: "one",
  rule: "-",
  handlers: writers,
};

/** Drops a heading at the end, which announces a form or a list that is not content. Lists of headings stay. */
function dropLastHeading({ children }: Root): void {
  const [before, last] = children.slice(-2);
  if (last?.type === "heading" && last.depth > 1 && before !== undefined && before.type !== "heading") children.pop();
}

function addTitle(root: Root, title: string): void {
  const headings = root.children.filter((node): node is Heading => node.type === "heading");
  if (title === "" || headings.some((heading) => heading.depth === 1)) return;
  const [top] = headings;
  if (top !== undefined && sameText(textOf(top), title)) top.depth = 1;
  else root.children.unshift({ type: "heading", depth: 1, children: [{ type: "text", value: title }] });
}

function sameText(one: string, other: string): boolean {
  return lettersOf(one) === lettersOf(other);
}

function lettersOf(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, "");
}

/** Makes lists tight if their items are a line with sublists. Blank lines would turn every item into a paragraph. */
function tightenLists(node: Nodes): void {
  if (!("children" in node)) return;
  for (const child of node.children) tightenLists(child);
  if (node.type !== "list") return;
  for (const item of node.children) item.spread = isSpread(item);
  node.spread = node.children.some((item) => item.spread === true);
}

function isSpread(item: ListItem): boolean {
  return item.children.some((child, index) => index > 0 && child.type !== "list" && child.type !== "code");
}

/**
 * Moves characters that cannot be at the edge of a mark out of it. GFM reads no bold text in `**word **` or
 * `**「word」**more`; a serializer would write `&#x20;`.
 */
function tidyMarks(node: Nodes): void {
  if (!("children" in node)) return;
  for (const child of node.children) tidyMarks(child);
  if (!hasPhrasing(node)) return;
  node.children = node.children.flatMap((child, index, all) => tidyMark(child, all[index - 1], all[index + 1]));
}

type Mark = Strong | Emphasis | Delete;
type Line = Mark | Paragraph | Heading | TableCell | Link;
type Neighbour = PhrasingContent | undefined;

function hasPhrasing(node: Nodes): node is Line {
  return /^(?:paragraph|heading|tableCell|link|strong|emphasis|delete)$/u.test(node.type);
}

function tidyMark(node: PhrasingContent, before: Neighbour, after: Neighbour): PhrasingContent[] {
  if (node.type !== "strong" && node.type !== "emphasis" && node.type !== "delete") return [node];
  const breaks = node.children.splice(node.children.findLastIndex((child) => child.type !== "break") + 1);
  const leading = cutStart(node.children[0], /[\p{L}\p{N}]$/u.test(textBeside(before)) ? /^[\s\p{P}\p{S}]+/u : /^\s+/u);
  const endsInWord = breaks.length === 0 && /^[\p{L}\p{N}]/u.test(textBeside(after));
  const trailing = cutEnd(node.children.at(-1), endsInWord ? /[\s\p{P}\p{S}]/u : /\s/u);
  return [...textNode(leading), ...(isEmpty(node) ? [] : [node]), ...textNode(trailing), ...breaks];
}

/** The text next to a mark. Punctuation between a letter there and the mark would break the mark. */
function textBeside(neighbour: Neighbour): string {
  return neighbour?.type === "text" ? neighbour.value : "";
}

function isEmpty(mark: Mark): boolean {
  return textOf(mark) === "" && mark.children.every((child) => child.type === "text");
}

/** Cuts the match off the beginning of a text, and gives it. */
function cutStart(node: Neighbour, edge: RegExp): string {
  if (node?.type !== "text") return "";
  const found = edge.exec(node.value)?.[0] ?? "";
  node.value = node.value.slice(found.length);
  return found;
}

/** Cuts the characters that match off the end of a text, and gives them. */
function cutEnd(node: Neighbour, character: RegExp): string {
  if (node?.type !== "text") return "";
  const { value } = node;
  node.value = withoutEnd(value, character);
  return value.slice(node.value.length);
}

function textNode(value: string): PhrasingContent[] {
  return value === "" ? [] : [{ type: "text", value }];
}
