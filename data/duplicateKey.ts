import { MongoBulkWriteError, MongoServerError } from "mongodb";

const duplicateKey = 11_000;

/** Whether a write failed because its unique key is there already. */
export function isDuplicateKey(error: unknown): boolean {
  return error instanceof MongoServerError && error.code === duplicateKey;
}

/** Whether an unordered insert of many failed for nothing else than keys that are there already. */
export function areDuplicateKeys(error: unknown): boolean {
  if (!(error instanceof MongoBulkWriteError)) return isDuplicateKey(error);
  const failures = [error.writeErrors].flat();
  return failures.length > 0 && failures.every(({ code }) => code === duplicateKey);
}
