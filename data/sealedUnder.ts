import type { Database } from "./mongo.ts";

/** How many documents hold a value that is sealed under each key of the ring, by the key's id and the collection. */
export type SealedUnder = Map<string, Map<string, number>>;

/** Reads every document, so that an operator knows when a key is no longer needed; slow where there are many. */
export async function sealedUnder(database: Database): Promise<SealedUnder> {
  const { ping: _ping, close: _close, onLedgerEntries: _posted, ...collections } = database;
  const found: SealedUnder = new Map();
  for (const [name, collection] of Object.entries(collections)) {
    // The type of the documents is of no matter to a text search.
    const documents: AsyncIterable<unknown> = collection.find({});
    for await (const document of documents) {
      const ids = JSON.stringify(document).matchAll(/sealed:v1:([\w-]+):/g);
      for (const id of new Set(Array.from(ids, ([, keyId = ""]) => keyId))) {
        const counts = found.get(id) ?? new Map<string, number>();
        found.set(id, counts.set(name, (counts.get(name) ?? 0) + 1));
      }
    }
  }
  return found;
}
