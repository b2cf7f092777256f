/** Groups in the order of their next turn. The innermost map has the places of one group in the order of arrival. */
type Groups<Item> = Map<string, Groups<Item> | { item: Item }>;

/**
 * Items that wait, in groups within groups. At each level the groups take turns, so that the items of one never wait for all
 * items of another. A path names the groups from the widest to the narrowest.
 */
export type Turns<Item> = {
  /** Adds an item at the end of its group. Returns the function that removes it before its turn. */
  add(path: readonly string[], item: Item): () => void;
  /** The items of a group. */
  count(path: readonly string[]): number;
  /** Takes the item with the next turn. Its groups go to the end of their lines. */
  take(): Item | undefined;
};

/** Creates an empty line. */
export function createTurns<Item>(): Turns<Item> {
  const groups: Groups<Item> = new Map();
  let arrivals = 0;
  /** The widest group of the last item. Its next item waits for one of another group, also if the group was empty meanwhile. */
  let lastGroup: string | undefined;

  function take(): Item | undefined {
    const [first] = groups;
    if (first === undefined) return undefined;
    const [name, group] = first;
    if (name === lastGroup && groups.size > 1) {
      groups.delete(name);
      groups.set(name, group);
    }
    [lastGroup] = groups.keys();
    return takeNext(groups)?.item;
  }

  return {
    add(path, item) {
      const ticket = [...path, String(arrivals++)];
      add(groups, ticket, item);
      return () => remove(groups, ticket);
    },
    count: (path) => countAt(groups, path),
    take,
  };
}

function countAt<Item>(groups: Groups<Item>, path: readonly string[]): number {
  const [name, ...rest] = path;
  if (name === undefined) return groups.size;
  const group = groups.get(name);
  return group instanceof Map ? countAt(group, rest) : 0;
}

function add<Item>(groups: Groups<Item>, [name = "", ...laterNames]: readonly string[], item: Item): void {
  if (laterNames.length === 0) {
    groups.set(name, { item });
    return;
  }
  const found = groups.get(name);
  const group: Groups<Item> = found instanceof Map ? found : new Map();
  groups.set(name, group);
  add(group, laterNames, item);
}

function remove<Item>(groups: Groups<Item>, [name = "", ...rest]: readonly string[]): void {
  const group = groups.get(name);
  if (group instanceof Map) remove(group, rest);
  if (!(group instanceof Map) || group.size === 0) groups.delete(name);
}

function takeNext<Item>(groups: Groups<Item>): { item: Item } | undefined {
  const [first] = groups;
  if (first === undefined) return undefined;
  const [name, group] = first;
  groups.delete(name);
  if (!(group instanceof Map)) return group;
  const taken = takeNext(group);
  if (group.size > 0) groups.set(name, group);
  return taken;
}
