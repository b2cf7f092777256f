import type { Database } from "#data/mongo.ts";

/** A database that tells `onRead` the collection and the documents of each `find` that is read as an array or one by one. */
export function recordReads(
  database: Database,
  onRead: (collection: string, documents: readonly unknown[]) => void,
): Database {
  return new Proxy(database, {
    get(target, name) {
      const part: unknown = Reflect.get(target, name);
      const isCollection = typeof part === "object" && part !== null;
      return isCollection ? recordIn(part, (documents) => onRead(String(name), documents)) : part;
    },
  });
}

/** Wraps a collection and the cursors of its `find`. */
function recordIn<Part extends object>(part: Part, onRead: (documents: readonly unknown[]) => void): Part {
  const wrapped: Part = new Proxy(part, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== "function") return value;
      return (...given: unknown[]): unknown => {
        const result: unknown = value.apply(target, given);
        if (name === "find" && typeof result === "object" && result !== null) return recordIn(result, onRead);
        if (name === "toArray" && result instanceof Promise) return result.then((documents) => tell(documents, onRead));
        if (name === Symbol.asyncIterator && isAsyncIterable(result)) return recordEach(result, onRead);
        return result === target ? wrapped : result;
      };
    },
  });
  return wrapped;
}

function tell(documents: unknown, onRead: (documents: readonly unknown[]) => void): unknown {
  if (Array.isArray(documents)) onRead(documents);
  return documents;
}

function isAsyncIterable(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === "object" && value !== null && Symbol.asyncIterator in value;
}

async function* recordEach(
  entries: AsyncIterable<unknown>,
  onRead: (documents: readonly unknown[]) => void,
): AsyncGenerator {
  for await (const entry of entries) {
    onRead([entry]);
    yield entry;
  }
}
