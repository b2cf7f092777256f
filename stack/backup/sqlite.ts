import { backup, DatabaseSync } from "node:sqlite";

/** A database to copy, and the file of the copy. */
export type SqliteCopy = { from: string; to: string };

/** Pages that SQLite copies in one step: all. Between steps, a write of the server would make it start over. */
const allPages = 2 ** 31 - 1;
/** Milliseconds to wait for a write of the server to end. */
const timeout = 10_000;

/**
 * Copies databases while their servers read and write them. All copies are of one moment: no write to the first database ends
 * between the beginnings of their snapshots. Returns that moment.
 * @throws Error if a copy is damaged.
 */
export async function copySqlite(copies: readonly [SqliteCopy, ...SqliteCopy[]]): Promise<Date> {
  const sources = copies.map(({ from, to }) => ({ from, to, database: new DatabaseSync(from, { timeout }) }));
  try {
    const at = beginSnapshots(
      copies[0].from,
      sources.map(({ database }) => database),
    );
    for (const { from, to, database } of sources) {
      await backup(database, to, { rate: allPages });
      const [first] = query(to, "PRAGMA quick_check(1)");
      const found = String(first?.["quick_check"]);
      if (found !== "ok") throw new Error(`${from} is damaged: ${found}`);
    }
    return at;
  } finally {
    for (const { database } of sources) database.close();
  }
}

/** Begins a transaction of each database, which then shows it as it is now. Holds writes to `first` back until all have begun. */
function beginSnapshots(first: string, databases: readonly DatabaseSync[]): Date {
  const gate = new DatabaseSync(first, { timeout });
  try {
    gate.exec("BEGIN IMMEDIATE");
    for (const database of databases) {
      // A transaction begins with its first read.
      database.exec("BEGIN");
      database.prepare("SELECT count(*) FROM sqlite_schema").get();
    }
    return new Date();
  } finally {
    gate.close();
  }
}

/** The number of documents in each collection of a database of FerretDB. */
export function countDocuments(file: string): Record<string, number> {
  const collections = query(file, "SELECT name, table_name FROM _ferretdb_collections ORDER BY name");
  return Object.fromEntries(
    collections.map(({ name, table_name: table }): [string, number] => {
      const [row] = query(file, `SELECT count(*) AS documents FROM "${String(table)}"`);
      return [String(name), Number(row?.["documents"])];
    }),
  );
}

function query(file: string, sql: string) {
  const database = new DatabaseSync(file);
  try {
    return database.prepare(sql).all();
  } finally {
    database.close();
  }
}
