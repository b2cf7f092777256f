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

/** MongoDB did not answer in time; what it was asked may have been done, and may still be done. */
export class DatabaseTimeout extends Error {
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
