import { type DataNode, isList, isSame } from "./node.ts";

/** Items of two lists that belong together. `key` is the member and the value that both have; null for a pair by place. */
export type ItemPair = { key: { name: string; value: string } | null; before: Placed | null; after: Placed | null };

/** An item and its place in its list, from 0. */
type Placed = { node: DataNode; index: number };

/** Members that name an item, the best ones first. */
const keyNames = "id _id @id key uuid guid sku gtin ean isbn code slug url link href name title label email".split(" ");

/** The key of two lists of JSON: the first member that each item has, as a scalar of its own. Null without one. */
export function keyOf(before: readonly DataNode[], after: readonly DataNode[]): string | null {
  return keyNames.map((name) => `"${name}"`).find((name) => isKey(name, before, after)) ?? null;
}

/** Whether each item of both lists has a scalar of its own under a name. */
export function isKey(name: string, ...lists: readonly (readonly DataNode[])[]): boolean {
  return lists.every((items) => hasOwnValues(name, items));
}

function hasOwnValues(name: string, items: readonly DataNode[]): boolean {
  const values = items.map((item) => scalarAt(item, name));
  return !values.includes(null) && new Set(values).size === items.length;
}

function scalarAt(item: DataNode, name: string): string | null {
  const value = typeof item === "string" || isList(item) ? undefined : item.get(name);
  const isScalar = typeof value === "string" && value !== "" && value !== "null" && value !== '""';
  return isScalar ? value : null;
}

/** Pairs items by the values under a key: those of `before` in their order, then new ones. */
export function pairByKey(name: string, before: readonly DataNode[], after: readonly DataNode[]): ItemPair[] {
  const [old, now] = [before, after].map((items) => placesByKey(name, items));
  const pairs = [...(old ?? [])].map(([value, placed]): ItemPair => ({
    key: { name, value },
    before: placed,
    after: now?.get(value) ?? null,
  }));
  const added = [...(now ?? [])].filter(([value]) => old?.has(value) !== true);
  return [
    ...pairs,
    ...added.map(([value, placed]): ItemPair => ({ key: { name, value }, before: null, after: placed })),
  ];
}

function placesByKey(name: string, items: readonly DataNode[]): Map<string, Placed> {
  return new Map(items.map((node, index) => [scalarAt(node, name) ?? "", { node, index }]));
}

/** Pairs items by their places between those that both lists begin or end with. */
export function pairByPlace(before: readonly DataNode[], after: readonly DataNode[]): ItemPair[] {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && areSame(before[start], after[start])) start += 1;
  let end = 0;
  while (end < shorter - start && areSame(before.at(-1 - end), after.at(-1 - end))) end += 1;
  const middle = Math.max(before.length, after.length) - start - end;
  const places = [
    ...Array.from({ length: start }, (_, index) => [index, index] as const),
    ...Array.from({ length: middle }, (_, index) => {
      const at = start + index;
      return [at < before.length - end ? at : -1, at < after.length - end ? at : -1] as const;
    }),
    ...Array.from({ length: end }, (_, index) => [before.length - end + index, after.length - end + index] as const),
  ];
  return places.map(([old, now]) => ({ key: null, before: placedAt(before, old), after: placedAt(after, now) }));
}

function areSame(one: DataNode | undefined, other: DataNode | undefined): boolean {
  return one !== undefined && other !== undefined && isSame(one, other);
}

function placedAt(items: readonly DataNode[], index: number): Placed | null {
  const node = index < 0 ? undefined : items[index];
  return node === undefined ? null : { node, index };
}
