import {
  MongoClientClosedError,
  MongoExpiredSessionError,
  MongoNetworkError,
  MongoNotConnectedError,
  MongoOperationTimeoutError,
  MongoServerClosedError,
  MongoServerSelectionError,
  MongoTopologyClosedError,
} from "mongodb";

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

/** MongoDB did not answer in time; what it was asked may have been done, and may still be done. */
class DatabaseTimeout extends Error {
  constructor(ms: number) {
    super(`MongoDB did not answer within ${ms} ms`);
    this.name = "DatabaseSilent";
  }
}

const awayErrors = [
  DatabaseTimeout,
  MongoClientClosedError,
  // No session is opened here: it is the driver's own, which ends as the client is closed.
  MongoExpiredSessionError,
  MongoServerSelectionError,
  MongoNetworkError,
  MongoNotConnectedError,
  MongoOperationTimeoutError,
  MongoServerClosedError,
  MongoTopologyClosedError,
] as const;

/** What the driver hands on as the socket said it, where a connection was cut just before something was written to it. */
const cutCodes: ReadonlySet<unknown> = new Set(["EPIPE", "ECONNRESET", "ERR_STREAM_DESTROYED"]);

/** An error of the driver that it does not export: somebody waited for a connection as the client was closed. */
const poolClosed = "MongoPoolClosedError";

/** Whether an error means that MongoDB can't be reached, rather than that it refused what was asked. */
export function isDatabaseDown(error: unknown): boolean {
  if (awayErrors.some((kind) => error instanceof kind)) return true;
  if (!(error instanceof Error)) return false;
  return error.name === poolClosed || ("code" in error && cutCodes.has(error.code));
}
