type TreeNode = { value?: unknown; children?: readonly TreeNode[] };

/** The words of a tree. */
export function textOf(node: object): string {
  const { value, children = [] }: TreeNode = node;
  return typeof value === "string" ? value : children.map(textOf).join("");
}
