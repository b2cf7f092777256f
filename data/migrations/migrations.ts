import type { Collection, Filter, UpdateFilter } from "mongodb";
import type { Database } from "../mongo.ts";

/** A change of the records from one schema to the next. */
export type Migration = {
  /** Its effect on the records, for operators. */
  title: string;
  /** The number of records in the old form. */
  count(database: Database): Promise<number>;
  /** Changes up to 500 records that are in the old form. Returns how many; 0 if none is left. */
  step(database: Database): Promise<number>;
};

/**
 * All migrations, oldest first. Records of schema n become those of schema n + 1 by the entry n - 1. An entry stays as it is
 * once it is released.
 */
export const migrations: readonly Migration[] = [];

/** The schema of the records that this version reads and writes. The first schema is 1. */
export const schemaNumber = 1 + migrations.length;

const recordsPerStep = 500;

type Change<Item extends { _id: string }> = {
  title: string;
  collection: (database: Database) => Collection<Item>;
  /** Matches records in the old form, and no record in the new form. So a migration that broke off continues with the rest. */
  old: Filter<Item>;
  change: (record: Item) => UpdateFilter<Item>;
};

/** A migration that changes the records of one collection, one by one. */
export function changeRecords<Item extends { _id: string }>(spec: Change<Item>): Migration {
  const { title, collection, old, change } = spec;
  return {
    title,
    count: (database) => collection(database).countDocuments(old),
    async step(database) {
      const records = collection(database);
      const found = await records.find<Item>(old).limit(recordsPerStep).toArray();
      let changed = 0;
      for (const record of found) {
        const filter: Filter<Item> = { ...old, _id: record._id };
        changed += (await records.updateOne(filter, change(record))).modifiedCount;
      }
      if (found.length > 0 && changed === 0) throw new Error(`${title}: the changed records still have the old form`);
      return changed;
    },
  };
}
