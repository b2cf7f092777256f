import { type DataNode, isList } from "./node.ts";
import { type ItemPair, keyOf, pairByKey, pairByPlace } from "./pairItems.ts";

/** A line of an entry: its path, and its value with what separates both. Lines of one path belong together. */
export type EntryLine = { path: string; rest: string };

/** The lines of two documents. Entries that both have are in one order. */
export type EntryLines = { before: EntryLine[]; after: EntryLine[] };

/** How paths and values of a kind of data are written. */
export type Naming = {
  root: string;
  member: (path: string, key: string) => string;
  keyed: (path: string, key: NonNullable<ItemPair["key"]>) => string | null;
  item: (path: string, index: number) => string;
  /** The path of an item whose place does not count. */
  anyItem: (path: string) => string;
  /** Writes what follows the path of an entry that one of the documents has. */
  alone: (node: DataNode, at: { path: string; room: number }) => string;
  keyOf: (before: readonly DataNode[], after: readonly DataNode[]) => string | null;
};

/** Maximum characters of the lines of a document. Long paths repeat in each line, so hostile data would exhaust the memory. */
const maxChars = 2_000_000;

/** The data needs more lines than are compared. */
export class TooManyEntries extends Error {}

/**
 * Two documents as lines with the path of each entry. Their order is that of `before`, so another order of members is no
 * difference. Another order of items that have a key is one, unless `ignoreOrder`. @throws TooManyEntries
 */
export function entryLines(
  { before, after }: { before: DataNode; after: DataNode },
  naming: Naming,
  ignoreOrder: boolean,
): EntryLines {
  const lines: EntryLines = { before: [], after: [] };
  const room = { before: maxChars, after: maxChars };

  function put(side: "before" | "after", path: string, rest: string): void {
    room[side] -= path.length + rest.length + 1;
    if (room[side] < 0) throw new TooManyEntries();
    lines[side].push({ path, rest });
  }
  function alone(side: "before" | "after", path: string, node: DataNode): void {
    put(side, path, naming.alone(node, { path, room: room[side] }));
  }
  function both(path: string, old: DataNode, now: DataNode): void {
    if (typeof old !== "string" && typeof now !== "string") {
      if (isList(old) && isList(now) && old.length + now.length > 0) return items(path, old, now);
      if (!isList(old) && !isList(now) && old.size + now.size > 0) return members(path, old, now);
    }
    alone("before", path, old);
    alone("after", path, now);
  }
  function members(path: string, old: ReadonlyMap<string, DataNode>, now: ReadonlyMap<string, DataNode>): void {
    for (const [key, node] of old) pair(naming.member(path, key), node, now.get(key) ?? null);
    for (const [key, node] of now) if (!old.has(key)) pair(naming.member(path, key), null, node);
  }
  function pair(path: string, old: DataNode | null, now: DataNode | null): void {
    if (old !== null && now !== null) return both(path, old, now);
    if (old !== null) alone("before", path, old);
    if (now !== null) alone("after", path, now);
  }
  function items(path: string, old: readonly DataNode[], now: readonly DataNode[]): void {
    const key = naming.keyOf(old, now);
    const pairs = key === null ? pairByPlace(old, now) : pairByKey(key, old, now);
    for (const one of pairs) pair(pathOfItem(path, one), one.before?.node ?? null, one.after?.node ?? null);
    if (key !== null && !ignoreOrder) order(path, pairs);
  }
  function pathOfItem(path: string, { key, before: old, after: now }: ItemPair): string {
    const named = key === null ? null : naming.keyed(path, key);
    if (named !== null) return named;
    return ignoreOrder ? naming.anyItem(path) : naming.item(path, (now ?? old)?.index ?? 0);
  }
  /** A line with the keys in their order, if that is another one. */
  function order(path: string, pairs: readonly ItemPair[]): void {
    const kept = pairs.filter(({ before: old, after: now }) => old !== null && now !== null);
    const moved = kept.toSorted((one, other) => (one.after?.index ?? 0) - (other.after?.index ?? 0));
    const start = kept.findIndex((one, index) => one !== moved[index]);
    if (start === -1) return;
    for (const [side, list] of [
      ["before", kept],
      ["after", moved],
    ] as const)
      put(
        side,
        `${path} order`.trim(),
        `: ${list
          .slice(start)
          .map(({ key }) => key?.value)
          .join(", ")}`,
      );
  }

  both(naming.root, before, after);
  return lines;
}

const maxKeyChars = 40;
const plainName = /^"[A-Za-z_][A-Za-z0-9_]*"$/u;

/** Paths of RFC 9535, so that a path can be a value of a monitor. */
export const jsonNaming: Naming = {
  root: "$",
  member: (path, key) => (plainName.test(key) ? `${path}.${key.slice(1, -1)}` : `${path}[${key}]`),
  keyed: (path, { name, value }) =>
    value.length > maxKeyChars ? null : `${path}[?${jsonNaming.member("@", name)}==${value}]`,
  item: (path, index) => `${path}[${index}]`,
  anyItem: (path) => `${path}[*]`,
  alone: (node, { room }) => `: ${compactJson(node, room)}`,
  keyOf: (before, after) => keyOf(before, after),
};

/** JSON in one line. @throws TooManyEntries if it has more characters than there is room. */
function compactJson(root: DataNode, room: number): string {
  let text = "";
  const write = (part: string): void => {
    if (text.length + part.length > room) throw new TooManyEntries();
    text += part;
  };
  function value(node: DataNode): void {
    if (typeof node === "string") return write(node);
    write(isList(node) ? "[" : "{");
    let isFirst = true;
    for (const [key, item] of isList(node) ? node.map((one) => [null, one] as const) : node) {
      write(`${isFirst ? "" : ", "}${key === null ? "" : `${key}: `}`);
      value(item);
      isFirst = false;
    }
    write(isList(node) ? "]" : "}");
  }
  value(root);
  return text;
}
