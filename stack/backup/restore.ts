import { existsSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import path from "node:path";
import { Value } from "typebox/value";
import { HomeState, readJson, saveState } from "../home.ts";
import { tryLock } from "../lock.ts";
import { HomeInUse } from "../supervisor/supervisor.ts";
import { copyOne, hashFile } from "./files.ts";
import { type HashedFile, type Manifest, readHashes, readManifest } from "./manifest.ts";

const keysFile = "keys/state.json";

/** The entries of a home in which a stack has started. */
const partNames = ["state.json", "temporal.db", "ferretdb", "mongod", "s3"];

/**
 * Copies a backup into a home without data. Checks every file before it writes the first. The home's state comes last, so no
 * stack starts from a restore that broke off.
 * @throws Error if the backup is not whole or not of this version, or the home has data. @throws HomeInUse
 */
export async function restore(directory: string, home: string): Promise<Manifest> {
  const manifest = readManifest(directory);
  const hashes = readHashes(directory, manifest);
  await mkdir(home, { recursive: true, mode: 0o700 });
  const lock = await tryLock(path.join(home, "lock"));
  if (lock === undefined) throw new HomeInUse(home, undefined);
  try {
    expectEmpty(home);
    for (const file of hashes) await checkFile(directory, file);
    const state = readState(directory);
    for (const { file } of hashes) {
      if (file === keysFile) continue;
      const target = path.join(home, path.relative("data", file));
      await mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
      await copyOne(path.join(directory, file), target);
    }
    saveState(home, state);
    return manifest;
  } finally {
    lock.release();
  }
}

function expectEmpty(home: string): void {
  const found = partNames.filter((name) => existsSync(path.join(home, name)));
  if (found.length > 0)
    throw new Error(`${home} has data (${found.join(", ")}): move it away, or name another home in WATCHFRAME_HOME`);
}

async function checkFile(directory: string, { file, sha256 }: HashedFile): Promise<void> {
  const whole = path.join(directory, file);
  if (!existsSync(whole)) {
    const keys = file === keysFile ? "; put the keys back, which open the data" : "";
    throw new Error(`${whole} is missing${keys}`);
  }
  if ((await hashFile(whole)).sha256 !== sha256) throw new Error(`${whole} has changed since the backup`);
}

function readState(directory: string): HomeState {
  const file = path.join(directory, keysFile);
  const state = readJson(file);
  if (!Value.Check(HomeState, state)) throw new Error(`${file} is not a state file of this version`);
  return state;
}
