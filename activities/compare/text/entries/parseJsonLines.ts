import type { DataNode } from "./node.ts";

/** Levels of data that are compared by entry. Deeper data is compared by lines, so that no recursion exceeds the stack. */
const maxDepth = 200;

type Open = { closer: string; add: (key: string | null, node: DataNode) => boolean };

/**
 * Reads the lines of JSON as `indentJson` writes them. Patterns may have removed parts of lines: an empty line is no entry, and
 * a key without a value has an empty one. Null for other lines, for a repeated key, and for data that is too deep.
 */
export function parseJsonLines(lines: readonly string[]): DataNode | null {
  const roots: DataNode[] = [];
  const openNodes: Open[] = [{ closer: "", add: (key, node) => key === null && roots.push(node) === 1 }];
  for (const line of lines) {
    const text = withoutComma(line.trim());
    const current = openNodes.at(-1);
    if (current === undefined || openNodes.length > maxDepth) return null;
    if (text === "") continue;
    if (text === current.closer) {
      openNodes.pop();
      continue;
    }
    if (text === "}" || text === "]") return null;
    const { key, value } = current.closer === "}" ? splitKey(text) : { key: null, value: text };
    const next = value === "{" ? openObject() : value === "[" ? openList() : null;
    if (!current.add(key, next?.node ?? emptyOf(value) ?? value)) return null;
    if (next !== null) openNodes.push(next.open);
  }
  return openNodes.length === 1 ? (roots[0] ?? null) : null;
}

function openObject(): { node: DataNode; open: Open } {
  const node = new Map<string, DataNode>();
  const add: Open["add"] = (key, value) => key !== null && !node.has(key) && node.set(key, value).size > 0;
  return { node, open: { closer: "}", add } };
}

function openList(): { node: DataNode; open: Open } {
  const node: DataNode[] = [];
  return { node, open: { closer: "]", add: (_key, value) => node.push(value) > 0 } };
}

function emptyOf(value: string): DataNode | null {
  return value === "{}" ? new Map() : value === "[]" ? [] : null;
}

function withoutComma(text: string): string {
  return text.endsWith(",") ? text.slice(0, -1).trimEnd() : text;
}

/** The key of a line with its quotes, and the rest. The key is null if the line begins with none. */
function splitKey(text: string): { key: string | null; value: string } {
  let end = text.startsWith('"') ? 1 : text.length;
  while (end < text.length && text[end] !== '"') end += text[end] === "\\" ? 2 : 1;
  return text[end + 1] === ":"
    ? { key: text.slice(0, end + 1), value: text.slice(end + 2).trim() }
    : { key: null, value: text };
}
