import { chmodSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import path from "node:path";
import { CliError } from "./exitCodes.ts";
import type { Io } from "./io.ts";

/** A service and a key for it. */
export type Profile = { url: string; apiKey: string };
export type Profiles = { current: string | null; profiles: Record<string, Profile> };

/** Path of the file with the profiles: `watchframe/config.json` below XDG_CONFIG_HOME, else below `~/.config`. */
export function configFileOf({ env }: Pick<Io, "env">): string {
  const folder = env["XDG_CONFIG_HOME"] || path.join(env["HOME"] || homedir(), ".config");
  return path.join(folder, "watchframe", "config.json");
}

/** The stored profiles; none before the first log-in. @throws CliError if the file is damaged. */
export function readProfiles(io: Pick<Io, "env">): Profiles {
  const file = configFileOf(io);
  const text = readIfExists(file);
  if (text === null) return { current: null, profiles: {} };
  const value = parseJson(text);
  if (!isProfiles(value)) throw new CliError(`${file} is damaged. Mend or delete it, then log in again.`);
  return value;
}

/** Replaces the stored profiles. Only the user can read the file, as it has keys. */
export function writeProfiles(io: Pick<Io, "env">, profiles: Profiles): void {
  const file = configFileOf(io);
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, `${JSON.stringify(profiles, null, 2)}\n`, { mode: 0o600 });
  // A left-over draft keeps its old mode.
  chmodSync(draft, 0o600);
  renameSync(draft, file);
}

/** The content of a text file; null if there is none. @throws CliError if it can't be read. */
export function readIfExists(file: string): string | null {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw new CliError(`${file} can't be read: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** The value of a JSON text; undefined if it is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isProfiles(value: unknown): value is Profiles {
  if (!isRecord(value) || !isRecord(value["profiles"])) return false;
  const { current } = value;
  return (current === null || typeof current === "string") && Object.values(value["profiles"]).every(isProfile);
}

function isProfile(value: unknown): value is Profile {
  return isRecord(value) && typeof value["url"] === "string" && typeof value["apiKey"] === "string";
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
