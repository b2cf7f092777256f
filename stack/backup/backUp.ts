import { existsSync, mkdirSync, readdirSync } from "node:fs";
import { chmod, mkdir } from "node:fs/promises";
import path from "node:path";
import { version } from "#schemas/version.ts";
import { openState, readStackFile, stateFileOf } from "../home.ts";
import { tryLock } from "../lock.ts";
import type { MongoFlavor } from "../provision/mongo.ts";
import { copyFolder, copyOne, hashFile, listFiles } from "./files.ts";
import { type Manifest, writeManifest } from "./manifest.ts";
import { copySqlite, countDocuments } from "./sqlite.ts";

/** FerretDB's file of the records. */
const ferretFile = path.join("ferretdb", "watchframe.sqlite");
const temporalFile = "temporal.db";

/**
 * Copies a home's data and keys into a folder that is empty or new, also while its stack runs. The records and Temporal's
 * database are of one moment, so the copy is in the state after a crash, from which a stack recovers. The objects come next:
 * they are written before the records that name them. The keys come last.
 * @throws Error if the home has not every part, or its database cannot be copied while it runs.
 */
export async function backUp(home: string, directory: string): Promise<Manifest> {
  const flavor = expectData(home);
  const lock = await tryLock(path.join(home, "lock"));
  try {
    if (lock === undefined) expectCopyable(home, flavor);
    makeEmpty(directory);
    const data = path.join(directory, "data");
    const databases = await (flavor === "ferretdb" ? copyFerret(home, data) : copyMongod(home, data));
    await copyFolder(path.join(home, "s3"), path.join(data, "s3"));
    await copyKeys(home, path.join(directory, "keys"));
    const files = await hashFiles(directory);
    const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
    const manifest: Manifest = { format: 1, version, ...databases, files: files.length, bytes };
    writeManifest(directory, manifest, files);
    return manifest;
  } finally {
    lock?.release();
  }
}

/** Checks that a home has every part. Returns the server that wrote its records. @throws Error if a part is missing. */
export function expectData(home: string): MongoFlavor {
  if (!existsSync(stateFileOf(home))) throw new Error(`${home} has no data: npm start has not run there`);
  const { mongoFlavor } = openState(home);
  const missing = [temporalFile, mongoFlavor ?? "ferretdb", "s3"].filter((name) => !existsSync(path.join(home, name)));
  if (mongoFlavor === undefined || missing.length > 0)
    throw new Error(
      `${home} has no ${missing.join(", no ")}: its stack has not started, or a server elsewhere has that`,
    );
  return mongoFlavor;
}

function expectCopyable(home: string, flavor: MongoFlavor): void {
  if (readStackFile(home) === undefined) throw new Error(`the stack in ${home} is still starting; try again`);
  if (flavor === "mongod")
    throw new Error(`mongod keeps its files to itself while it runs: stop the stack in ${home}, and try again`);
}

function makeEmpty(directory: string): void {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  if (readdirSync(directory).length > 0)
    throw new Error(`${directory} is not empty; a backup needs a folder of its own`);
}

/** The databases as the manifest has them. */
type Databases = Pick<Manifest, "at" | "documents">;

async function copyFerret(home: string, data: string): Promise<Databases> {
  const copy = path.join(data, ferretFile);
  await mkdir(path.dirname(copy), { recursive: true, mode: 0o700 });
  // FerretDB waits while its writes are held back. Temporal would fail.
  const at = await copySqlite([
    { from: path.join(home, ferretFile), to: copy },
    { from: path.join(home, temporalFile), to: path.join(data, temporalFile) },
  ]);
  return { at: at.toISOString(), documents: countDocuments(copy) };
}

/** Copies the databases of a home whose stack does not run. */
async function copyMongod(home: string, data: string): Promise<Databases> {
  await copyFolder(path.join(home, "mongod"), path.join(data, "mongod"));
  const at = await copySqlite([{ from: path.join(home, temporalFile), to: path.join(data, temporalFile) }]);
  return { at: at.toISOString() };
}

/** Copies the file with the key ring into a folder of its own, which can be kept elsewhere. */
async function copyKeys(home: string, keys: string): Promise<void> {
  await mkdir(keys, { mode: 0o700 });
  const copy = path.join(keys, "state.json");
  await copyOne(stateFileOf(home), copy);
  await chmod(copy, 0o600);
}

async function hashFiles(directory: string): Promise<{ file: string; sha256: string; bytes: number }[]> {
  const hashes = [];
  for (const file of await listFiles(directory)) {
    hashes.push({ file, ...(await hashFile(path.join(directory, file))) });
  }
  return hashes;
}
