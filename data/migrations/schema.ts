import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { SchemaRecord } from "#schemas/coordination.ts";
import { SettingsError } from "#schemas/settings/readEnv.ts";
import { insertIfAbsent } from "../insertIfAbsent.ts";
import { type Database, openDatabase } from "../mongo.ts";
import { isDatabaseDown } from "../reconnect.ts";
import { schemaNumber } from "./migrations.ts";

const _id = "records";
/** Milliseconds for one step of a migration. If a process dies, others wait for as long. */
const lockMs = 5 * 60_000;
const retryMs = 1_000;

/** The number of the records' schema. A database without a number is new, and gets `newest`. */
export async function readSchema({ schema }: Database, newest: number): Promise<number> {
  await insertIfAbsent(schema, { _id, number: newest, lock: null });
  return (await schema.findOne({ _id }))?.number ?? newest;
}

/** The right to change all records. Each method rejects if it was lost. */
export type SchemaLock = {
  /** Keeps the lock for another five minutes. */
  extend(): Promise<void>;
  /** Notes that the records have this schema now. */
  note(number: number): Promise<void>;
  release(): Promise<void>;
};

/** Takes the lock. @throws Error if another process has it, or has changed the schema from `number`. */
export async function lockSchema({ schema }: Database, number: number): Promise<SchemaLock> {
  const holder = randomUUID();
  const isFree = { $or: [{ lock: null }, { "lock.until": { $lt: new Date() } }] };
  const taken = await schema.updateOne({ _id, number, ...isFree }, { $set: { lock: { holder, until: lockEnd() } } });
  if (taken.matchedCount === 0) throw new Error("another process changes the records; try again when it has ended");
  const change = async (fields: Partial<SchemaRecord>): Promise<void> => {
    const { matchedCount } = await schema.updateOne({ _id, "lock.holder": holder }, { $set: fields });
    if (matchedCount === 0) throw new Error("another process has taken over the change of the records");
  };
  return {
    extend: () => change({ lock: { holder, until: lockEnd() } }),
    note: (next) => change({ number: next }),
    async release() {
      await schema.updateOne({ _id, "lock.holder": holder }, { $set: { lock: null } });
    },
  };
}

function lockEnd(): Date {
  return new Date(Date.now() + lockMs);
}

/**
 * Checks that the records have the schema of this version. Waits while the database is away.
 * @throws SettingsError if they have another one.
 */
export async function expectSchema(mongoUrl: string): Promise<void> {
  const database = openDatabase(mongoUrl);
  try {
    const number = await readWhenUp(database);
    const state = `WATCHFRAME_MONGO_URL: its records have schema ${number}, and this version needs ${schemaNumber}`;
    if (number < schemaNumber) throw new SettingsError(`${state}; run npm run cli -- migrate`);
    if (number > schemaNumber) throw new SettingsError(`${state}; a newer version has changed them`);
  } finally {
    await database.close();
  }
}

async function readWhenUp(database: Database): Promise<number> {
  for (;;) {
    try {
      return await readSchema(database, schemaNumber);
    } catch (error) {
      if (!isDatabaseDown(error)) throw error;
      await pause(retryMs);
    }
  }
}
