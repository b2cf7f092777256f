import { DatabaseTimeout } from "./databaseAway.ts";

/**
 * Bounds what the methods of a collection promise, and those of the cursors and iterators that they hand out: what has not come
 * after `ms` milliseconds rejects with DatabaseSilent, and `onSilent` is told. The command may have been carried out all the same.
 */
export function commandDeadline<Part extends object>(part: Part, ms: number, onSilent: () => void): Part {
  const bounded: Part = new Proxy(part, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== "function") return value;
      return (...given: unknown[]): unknown => {
        const result: unknown = value.apply(target, given);
        if (result instanceof Promise) return settleWithin(result, ms, onSilent);
        // A cursor's own methods give it back, to be asked for more.
        if (result === target) return bounded;
        return typeof result === "object" && result !== null ? commandDeadline(result, ms, onSilent) : result;
      };
    },
  });
  return bounded;
}

/** What is promised, or DatabaseSilent after `ms` milliseconds. */
export async function settleWithin<Value>(
  promised: Promise<Value>,
  ms: number,
  onSilent: () => void = () => undefined,
): Promise<Value> {
  const overdue = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    overdue.reject(new DatabaseTimeout(ms));
    onSilent();
  }, ms);
  // A process that is done need not wait for an answer that will not come.
  timer.unref();
  try {
    return await Promise.race([promised, overdue.promise]);
  } finally {
    clearTimeout(timer);
  }
}
