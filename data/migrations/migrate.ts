import type { Database } from "../mongo.ts";
import { type Migration, migrations as all } from "./migrations.ts";
import { lockSchema, readSchema } from "./schema.ts";

type Options = {
  /** Counts the records and changes none. Default: false. */
  dryRun?: boolean;
  /** Default: all of this version. */
  migrations?: readonly Migration[];
};

/** A migration and the number of records that it changed, or would change. */
export type Migrated = { title: string; records: number };

/**
 * Brings the records to the schema of this version. One process at a time may do so. A run that broke off is continued: the
 * end of each migration is noted, and the next run of an unfinished one finds the records that are left. A dry run can count
 * fewer records than a later migration finds after those before it.
 * @throws Error if the records have a newer schema, or another process migrates them.
 */
export async function migrate(
  database: Database,
  { dryRun = false, migrations = all }: Options = {},
): Promise<Migrated[]> {
  const newest = 1 + migrations.length;
  const number = await readSchema(database, newest);
  if (number > newest) throw new Error(`the records have schema ${number}, and this version knows schema ${newest}`);
  const pendingMigrations = migrations.slice(number - 1);
  const reports: Migrated[] = [];
  if (dryRun) {
    for (const { title, count } of pendingMigrations) reports.push({ title, records: await count(database) });
    return reports;
  }
  if (pendingMigrations.length === 0) return reports;
  const lock = await lockSchema(database, number);
  try {
    for (const [index, migration] of pendingMigrations.entries()) {
      reports.push({ title: migration.title, records: await run(migration, database, lock.extend) });
      await lock.note(number + index + 1);
    }
  } finally {
    await lock.release();
  }
  return reports;
}

async function run({ step }: Migration, database: Database, onStep: () => Promise<void>): Promise<number> {
  for (let records = 0; ;) {
    await onStep();
    const changed = await step(database);
    if (changed === 0) return records;
    records += changed;
  }
}
