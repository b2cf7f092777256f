import {
  type MongoClient,
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

/** Milliseconds between a failed connection and the next attempt. */
const retryDelayMs = 250;
/** Milliseconds after which a heartbeat counts as lost, in addition to the connect timeout. A server may hold its answer for 10 s. */
const awaitableHelloMs = 15_000;

/**
 * Makes a client reconnect in two cases in which the driver (7.8) gives up for good. In the first, its first connection
 * fails. In the second, a server's connections are cut during a heartbeat, and the driver waits to write to a closed socket.
 * In both cases the client is closed and connected again. `restart` does so for another reason; `stop` ends it.
 */
export function reconnect(client: MongoClient, connectTimeoutMS: number): { restart: () => void; stop: () => void } {
  const heartbeats = new Map<string, NodeJS.Timeout>();
  let retry: NodeJS.Timeout | undefined;
  // Commands report their own failures. A failed attempt closes the client, which starts the next attempt.
  const connect = () => void client.connect().catch(() => undefined);
  const restart = () => void client.close().catch(() => undefined);
  const clearTimers = () => {
    clearTimeout(retry);
    for (const timer of heartbeats.values()) clearTimeout(timer);
    heartbeats.clear();
  };
  const onClosed = () => {
    clearTimers();
    retry = setTimeout(connect, retryDelayMs).unref();
  };
  const onStarted = ({ connectionId }: { connectionId: string }) => {
    clearTimeout(heartbeats.get(connectionId));
    heartbeats.set(connectionId, setTimeout(restart, connectTimeoutMS + awaitableHelloMs).unref());
  };
  const onEnded = ({ connectionId }: { connectionId: string }) => clearTimeout(heartbeats.get(connectionId));
  client
    .on("topologyClosed", onClosed)
    .on("serverHeartbeatStarted", onStarted)
    .on("serverHeartbeatSucceeded", onEnded)
    .on("serverHeartbeatFailed", onEnded);
  const stop = () => {
    client
      .off("topologyClosed", onClosed)
      .off("serverHeartbeatStarted", onStarted)
      .off("serverHeartbeatSucceeded", onEnded)
      .off("serverHeartbeatFailed", onEnded);
    clearTimers();
  };
  return { restart, stop };
}

/**
 * Proxies a collection, so that each promise of its methods, cursors and iterators rejects with DatabaseTimeout after `ms`
 * milliseconds. `onTimeout` is called then. The server may have applied the command, or may still apply it.
 */
export function commandDeadline<Part extends object>(part: Part, ms: number, onTimeout: () => void): Part {
  const boundedPart: Part = new Proxy(part, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== "function") return value;
      return (...args: unknown[]): unknown => {
        const result: unknown = value.apply(target, args);
        if (result instanceof Promise) return withDeadline(result, ms, onTimeout);
        // Methods of a cursor return the cursor itself, so calls can be chained.
        if (result === target) return boundedPart;
        return typeof result === "object" && result !== null ? commandDeadline(result, ms, onTimeout) : result;
      };
    },
  });
  return boundedPart;
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
