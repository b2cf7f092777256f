import {
  MongoNetworkError,
  MongoNotConnectedError,
  MongoOperationTimeoutError,
  MongoServerClosedError,
  MongoServerSelectionError,
  MongoTopologyClosedError,
} from "mongodb";

const awayErrors = [
  MongoServerSelectionError,
  MongoNetworkError,
  MongoNotConnectedError,
  MongoOperationTimeoutError,
  MongoServerClosedError,
  MongoTopologyClosedError,
] as const;

/** Whether an error means that MongoDB can't be reached, rather than that it refused what was asked. */
export function isDatabaseAway(error: unknown): boolean {
  return awayErrors.some((kind) => error instanceof kind);
}
