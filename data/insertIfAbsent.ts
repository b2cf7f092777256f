import { MongoBulkWriteError, MongoServerError } from "mongodb";

const duplicateKey = 11_000;

/** Whether a write failed because its unique key is there already. */
export function isDuplicateKey(error: unknown): boolean {
  return error instanceof MongoServerError && error.code === duplicateKey;
}

/** Places, in an unordered insert of many, of the documents whose keys were there already; null where it failed for another reason. */
export function duplicatesIn(error: unknown): ReadonlySet<number> | null {
  if (!(error instanceof MongoBulkWriteError)) return null;
  const failures = [error.writeErrors].flat();
  const duplicates = failures.length > 0 && failures.every(({ code }) => code === duplicateKey);
  return duplicates ? new Set(failures.map(({ index }) => index)) : null;
}
