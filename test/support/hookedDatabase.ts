import type { Database } from "#data/mongo.ts";

const writes = new Set(["insertMany", "insertOne", "updateOne", "findOneAndUpdate", "replaceOne", "deleteOne"]);

/** The database, with every write handed to `around`, which makes it or fails as it does where a process dies. */
export function withWrites(database: Database, around: (make: () => Promise<unknown>) => Promise<unknown>): Database {
  const wrap = <Part extends object>(part: Part): Part =>
    new Proxy(part, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name);
        if (typeof value !== "function") return value;
        if (!writes.has(String(name))) return value.bind(target);
        return (...given: unknown[]) => around(() => value.apply(target, given));
      },
    });
  return new Proxy(database, {
    get(target, name) {
      const part: unknown = Reflect.get(target, name);
      return typeof part === "object" && part !== null ? wrap(part) : part;
    },
  });
}

/** What a process says that died. */
export const death = new Error("died");

/** The database of a process that dies at its `at`th write, before it is made or right after: nothing is written from then on. */
export function dyingDatabase(
  database: Database,
  { at, after }: { at: number; after: boolean },
): { dying: Database; died: () => boolean } {
  let count = 0;
  const dying = withWrites(database, async (make) => {
    count += 1;
    if (count > at || (count === at && !after)) throw death;
    const result = await make();
    if (count >= at) throw death;
    return result;
  });
  return { dying, died: () => count >= at };
}
