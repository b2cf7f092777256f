import type { CrawlPage } from "#schemas/crawl.ts";

/** A row of the tree: a folder, a page, or both. */
export type TreeRow = {
  /** The path of labels from the root. */
  key: string;
  label: string;
  /** 0 for a host. */
  level: number;
  page: CrawlPage | null;
  /** Pages in the row and below it. */
  total: number;
  failed: number;
  hasChildren: boolean;
};

type Node = { label: string; page: CrawlPage | null; children: Map<string, Node>; total: number; failed: number };

/**
 * The pages as the rows of a tree by host and path, parents before their children. Rows with failures come first, then
 * the order of the labels holds. Rows below a `closed` key are left out.
 */
export function treeRows(pages: readonly CrawlPage[], closedKeys: ReadonlySet<string>): TreeRow[] {
  const root = createNode("");
  for (const page of pages) place(root, page);
  const rows: TreeRow[] = [];
  // A stack in place of recursion: a hostile address has up to 1,000 segments. Its last entry is the next row.
  const open = entriesOf(root, 0, "");
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const node = joinFolders(next.node);
    const key = `${next.parent}/${node.label}`;
    const { label, page, total, failed, children } = node;
    rows.push({ key, label, level: next.level, page, total, failed, hasChildren: children.size > 0 });
    if (!closedKeys.has(key)) open.push(...entriesOf(node, next.level + 1, key));
  }
  return rows;
}

function createNode(label: string): Node {
  return { label, page: null, children: new Map(), total: 0, failed: 0 };
}

/** Adds a page at its place and counts it in every node above. */
function place(root: Node, page: CrawlPage): void {
  const path: Node[] = [root];
  let node = root;
  for (const segment of segmentsOf(page.url)) {
    node = childOf(node, segment);
    path.push(node);
  }
  // Two addresses may differ only in a slash at the end.
  if (node.page !== null) path.push((node = childOf(node, page.url)));
  node.page = page;
  for (const above of path) {
    above.total += 1;
    if (page.status === "failed") above.failed += 1;
  }
}

function childOf(node: Node, label: string): Node {
  const child = node.children.get(label) ?? createNode(label);
  node.children.set(label, child);
  return child;
}

function segmentsOf(url: string): string[] {
  if (!URL.canParse(url)) return [url];
  const { host, pathname, search } = new URL(url);
  return [host, ...pathname.split("/").filter((segment) => segment !== ""), ...(search === "" ? [] : [search])];
}

/** A folder without a page of its own and with one child becomes one row with it: "docs/guides". */
function joinFolders(folder: Node): Node {
  let node = folder;
  for (let [only] = node.children.values(); only !== undefined; [only] = node.children.values()) {
    if (node.page !== null || node.children.size !== 1) break;
    node = { ...only, label: `${node.label}/${only.label}` };
  }
  return node;
}

/** The children as entries of the stack, the first row last. */
function entriesOf({ children }: Node, level: number, parent: string): { node: Node; level: number; parent: string }[] {
  const rank = ({ failed }: Node): number => (failed > 0 ? 0 : 1);
  const sorted = [...children.values()].toSorted((a, b) => rank(b) - rank(a) || (a.label < b.label ? 1 : -1));
  return sorted.map((node) => ({ node, level, parent }));
}
