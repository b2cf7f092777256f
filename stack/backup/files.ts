import { constants } from "node:fs";
import { copyFile, mkdir, readdir, stat } from "node:fs/promises";
import path from "node:path";
import { sha256Of } from "../sha256Of.ts";

/** Copies a folder whose files may go meanwhile. Leaves out hidden entries, which are unfinished uploads and locks. */
export async function copyFolder(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true, mode: 0o700 });
  for (const entry of await readdir(from, { withFileTypes: true }).catch(ignoreGone([]))) {
    if (entry.name.startsWith(".")) continue;
    const [source, target] = [path.join(from, entry.name), path.join(to, entry.name)];
    if (entry.isDirectory()) await copyFolder(source, target);
    else await copyOne(source, target).catch(ignoreGone(undefined));
  }
}

/** Copies a file. File systems that can share its blocks do so. */
export async function copyOne(from: string, to: string): Promise<void> {
  await copyFile(from, to, constants.COPYFILE_FICLONE);
}

/** The paths of all files below a folder, relative to it, sorted, with slashes. */
export async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join("/"))
    .toSorted();
}

/** The SHA-256 of a file in hexadecimal, and its size. */
export async function hashFile(file: string): Promise<{ sha256: string; bytes: number }> {
  return { sha256: await sha256Of(file), bytes: (await stat(file)).size };
}

/** Handles the failure of a read: returns `value` if the file or folder was deleted meanwhile. */
function ignoreGone<Value>(value: Value): (error: unknown) => Value {
  return (error) => {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return value;
    throw error;
  };
}
