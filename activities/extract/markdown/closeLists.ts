import type { ListItem, Nodes } from "mdast";

/** Sets those lists closely whose items are a line and its sublists; blank lines would make every item a paragraph. */
export function closeLists(node: Nodes): void {
  if (!("children" in node)) return;
  for (const child of node.children) closeLists(child);
  if (node.type !== "list") return;
  for (const item of node.children) item.spread = isSpread(item);
  node.spread = node.children.some((item) => item.spread === true);
}

function isSpread(item: ListItem): boolean {
  return item.children.some((child, index) => index > 0 && child.type !== "list" && child.type !== "code");
}
