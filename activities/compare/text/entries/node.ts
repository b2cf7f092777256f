/** A value of data. A scalar is written as it was served, so that a number of many digits loses none. */
export type DataNode = string | readonly DataNode[] | ReadonlyMap<string, DataNode>;

/** A list, as a guard. */
export function isList(node: DataNode): node is readonly DataNode[] {
  return Array.isArray(node);
}

/** Whether two values are the same. The order of members does not count. */
export function isSame(one: DataNode, other: DataNode): boolean {
  if (typeof one === "string" || typeof other === "string") return one === other;
  if (isList(one))
    return isList(other) && one.length === other.length && one.every((item, at) => sameAt(item, other[at]));
  return !isList(other) && one.size === other.size && [...one].every(([key, item]) => sameAt(item, other.get(key)));
}

function sameAt(item: DataNode, other: DataNode | undefined): boolean {
  return other !== undefined && isSame(item, other);
}
