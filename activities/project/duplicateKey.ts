import { MongoServerError } from "mongodb";

/** Whether a write failed because its unique key is there already. */
export function isDuplicateKey(error: unknown): boolean {
  return error instanceof MongoServerError && error.code === 11000;
}
