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
import { raceAbort } from "#async/raceAbort.ts";

/**
 * Proxies a collection, so that each promise of its methods, cursors and iterators rejects with DatabaseTimeout after `ms`
 * milliseconds. `onTimeout` is called then. The server may have applied the command, or may still apply it.
 */
export function commandDeadline<Part extends object>(part: Part, ms: number, onTimeout: () => void): Part {
  const bounded: Part = new Proxy(part, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== "function") return value;
      return (...args: unknown[]): unknown => {
        const result: unknown = value.apply(target, args);
        if (result instanceof Promise) return withDeadline(result, ms, onTimeout);
        // Methods of a cursor return the cursor itself, so calls can be chained.
        if (result === target) return bounded;
        return typeof result === "object" && result !== null ? commandDeadline(result, ms, onTimeout) : result;
      };
    },
  });
  return bounded;
}

/**
 * The command's result.
 * @throws DatabaseTimeout after `ms` milliseconds; `onTimeout` is called then.
 */
export function withDeadline<Value>(
  command: Promise<Value>,
  ms: number,
  onTimeout: () => void = () => undefined,
): Promise<Value> {
  const timeoutError = () => {
    onTimeout();
    return new DatabaseTimeout(ms);
  };
  return raceAbort(command, { ms, timeoutError });
}

/** MongoDB did not answer in time. The command may have been applied, or may still be. */
class DatabaseTimeout extends Error {
  override readonly name = "DatabaseTimeout";

  constructor(ms: number) {
    super(`MongoDB did not answer within ${ms} ms`);
  }
}

const unreachableErrors = [
  DatabaseTimeout,
  MongoClientClosedError,
  // This code opens no sessions. The driver's own session ends when the client is closed.
  MongoExpiredSessionError,
  MongoServerSelectionError,
  MongoNetworkError,
  MongoNotConnectedError,
  MongoOperationTimeoutError,
  MongoServerClosedError,
  MongoTopologyClosedError,
] as const;

/** Socket errors that the driver passes on as they are, when a connection is cut just before a write. */
const socketErrorCodes: ReadonlySet<unknown> = new Set(["EPIPE", "ECONNRESET", "ERR_STREAM_DESTROYED"]);

/** Name of an error that the driver does not export: the client was closed while a command waited for a connection. */
const poolClosedError = "MongoPoolClosedError";

/** Whether an error means that MongoDB cannot be reached, and not that it refused the command. */
export function isDatabaseDown(error: unknown): boolean {
  if (unreachableErrors.some((kind) => error instanceof kind)) return true;
  if (!(error instanceof Error)) return false;
  return error.name === poolClosedError || ("code" in error && socketErrorCodes.has(error.code));
}
