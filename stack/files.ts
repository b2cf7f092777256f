import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import path from "node:path";

/**
 * Writes JSON that only its owner can read, in one step: a reader sees the old text or the new one.
 * Synchronous, so that a process that is killed next has already written it.
 */
export function writePrivateJson(file: string, value: unknown): void {
  mkdirSync(path.dirname(file), { recursive: true });
  const unfinished = `${file}.${process.pid}.tmp`;
  writeFileSync(unfinished, `${JSON.stringify(value, undefined, 2)}\n`, { mode: 0o600 });
  renameSync(unfinished, file);
}

/** The JSON in a file, or undefined when there is no such file. */
export function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw new Error(`${file} cannot be read`, { cause: error });
  }
}
