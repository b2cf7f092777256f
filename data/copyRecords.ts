import type { Collection } from "mongodb";
import { clientOf } from "./mongo.ts";

/** Documents of one write. Some have a page's text of 1 MB. */
const batchSize = 100;

/** The collection that comes last: a database with accounts has all records. */
const last = "accounts";

/**
 * Copies all collections of a database into another one. It replaces documents of the same id, so it may be repeated after it
 * broke off. Returns the number of documents by collection.
 */
export async function copyRecords(source: string, target: string): Promise<Map<string, number>> {
  const [from, to] = [clientOf(source), clientOf(target)];
  try {
    const [before, after] = [from.db(), to.db()];
    const found = await before.listCollections({}, { nameOnly: true }).toArray();
    const names = found.map(({ name }) => name).filter((name) => name !== last && !name.startsWith("system."));
    const counts = new Map<string, number>();
    for (const name of [...names, last])
      counts.set(name, await copyCollection(before.collection(name), after.collection(name)));
    return counts;
  } finally {
    await Promise.all([from.close(), to.close()]);
  }
}

async function copyCollection(from: Collection, to: Collection): Promise<number> {
  let [count, batch]: [number, ReplaceOne[]] = [0, []];
  const write = async () => {
    if (batch.length > 0) await to.bulkWrite(batch, { ordered: false });
    [count, batch] = [count + batch.length, []];
  };
  for await (const replacement of from.find()) {
    batch.push({ replaceOne: { filter: { _id: replacement._id }, replacement, upsert: true } });
    if (batch.length === batchSize) await write();
  }
  await write();
  return count;
}

type ReplaceOne = Parameters<Collection["bulkWrite"]>[0][number];
