import {
  type Collection,
  type Document,
  MongoBulkWriteError,
  MongoServerError,
  type OptionalUnlessRequiredId,
} from "mongodb";

/** The server's error code for a write that violates a unique index. */
const duplicateKeyCode = 11_000;

/** Whether an update failed because its upsert collided with an existing document. */
export function isDuplicateKey(error: unknown): boolean {
  return error instanceof MongoServerError && error.code === duplicateKeyCode;
}

/** Inserts a document unless its `_id` exists. Returns whether the document was inserted. */
export async function insertIfAbsent<Item extends Document>(
  collection: Collection<Item>,
  document: OptionalUnlessRequiredId<Item>,
): Promise<boolean> {
  try {
    await collection.insertOne(document);
    return true;
  } catch (error) {
    if (isDuplicateKey(error)) return false;
    throw error;
  }
}

/** Inserts the documents with a new `_id`. Returns the indexes of the other documents in the list. */
export async function insertManyIfAbsent<Item extends Document>(
  collection: Collection<Item>,
  documents: readonly OptionalUnlessRequiredId<Item>[],
): Promise<ReadonlySet<number>> {
  try {
    await collection.insertMany(documents, { ordered: false });
    return new Set();
  } catch (error) {
    const duplicates = duplicatesIn(error);
    if (duplicates === null) throw error;
    return duplicates;
  }
}

/** The indexes of the documents that an unordered bulk insert refused as duplicates; null if it failed for another reason. */
function duplicatesIn(error: unknown): ReadonlySet<number> | null {
  if (!(error instanceof MongoBulkWriteError)) return null;
  const failures = [error.writeErrors].flat();
  const onlyDuplicates = failures.length > 0 && failures.every(({ code }) => code === duplicateKeyCode);
  return onlyDuplicates ? new Set(failures.map(({ index }) => index)) : null;
}
