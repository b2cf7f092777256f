import type { Delete, Emphasis, Heading, Link, Nodes, Paragraph, PhrasingContent, Strong, TableCell } from "mdast";
import { textOf } from "./textOf.ts";

/**
 * Moves what can't stand at the edge of a mark out of it. GFM reads no bold print in `**word **`, nor in
 * `**「word」**more`; a writer that is asked for these can only spell characters out as `&#x20;`.
 */
export function tidyMarks(node: Nodes): void {
  if (!("children" in node)) return;
  for (const child of node.children) tidyMarks(child);
  if (!holdsPhrasing(node)) return;
  node.children = node.children.flatMap((child, index, all) => tidied(child, all[index - 1], all[index + 1]));
}

type Mark = Strong | Emphasis | Delete;
type Line = Mark | Paragraph | Heading | TableCell | Link;
type Neighbour = PhrasingContent | undefined;

function holdsPhrasing(node: Nodes): node is Line {
  return /^(?:paragraph|heading|tableCell|link|strong|emphasis|delete)$/u.test(node.type);
}

function tidied(node: PhrasingContent, before: Neighbour, after: Neighbour): PhrasingContent[] {
  if (node.type !== "strong" && node.type !== "emphasis" && node.type !== "delete") return [node];
  const breaks = node.children.splice(node.children.findLastIndex((child) => child.type !== "break") + 1);
  const lead = take(node.children[0], /[\p{L}\p{N}]$/u.test(textBeside(before)) ? /^[\s\p{P}\p{S}]+/u : /^\s+/u);
  const endsInWord = breaks.length === 0 && /^[\p{L}\p{N}]/u.test(textBeside(after));
  const trail = take(node.children.at(-1), endsInWord ? /[\s\p{P}\p{S}]+$/u : /\s+$/u);
  return [...textNode(lead), ...(isEmpty(node) ? [] : [node]), ...textNode(trail), ...breaks];
}

/** The text next to a mark: between a letter there and the mark, punctuation would undo the mark. */
function textBeside(neighbour: Neighbour): string {
  return neighbour?.type === "text" ? neighbour.value : "";
}

function isEmpty(mark: Mark): boolean {
  return textOf(mark) === "" && mark.children.every((child) => child.type === "text");
}

function take(node: Neighbour, edge: RegExp): string {
  if (node?.type !== "text") return "";
  const found = edge.exec(node.value)?.[0] ?? "";
  node.value = node.value.replace(edge, "");
  return found;
}

function textNode(value: string): PhrasingContent[] {
  return value === "" ? [] : [{ type: "text", value }];
}
