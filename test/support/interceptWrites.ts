import type { Database } from "#data/mongo.ts";

const writes = new Set([
  "insertMany",
  "insertOne",
  "updateOne",
  "findOneAndUpdate",
  "findOneAndDelete",
  "replaceOne",
  "deleteOne",
]);

/** A database that hands every write to `around`. `around` makes the write with `make`, or throws instead. */
export function interceptWrites(
  database: Database,
  around: (make: () => Promise<unknown>) => Promise<unknown>,
): Database {
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

/** The error of a write that was not made because the process is taken for dead. */
export const crashError = new Error("the process crashed");

/**
 * The database of a process that crashes at its `at`th write, before or after it is made. No later write is made.
 * `died` says whether that write was reached.
 */
export function crashAtWrite(
  database: Database,
  { at, after }: { at: number; after: boolean },
): { dying: Database; died: () => boolean } {
  let count = 0;
  const dying = interceptWrites(database, async (make) => {
    count += 1;
    if (count > at || (count === at && !after)) throw crashError;
    const result = await make();
    if (count >= at) throw crashError;
    return result;
  });
  return { dying, died: () => count >= at };
}
