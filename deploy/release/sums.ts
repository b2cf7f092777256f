import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { readdir } from "node:fs/promises";
import { join, relative } from "node:path";
import { pipeline } from "node:stream/promises";

/** The SHA-256 of each file below a folder, as `sha256sum --check` reads them. */
export async function fileDigests(directory: string): Promise<string> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const lines: string[] = [];
  for (const file of files.toSorted()) {
    const hash = createHash("sha256");
    await pipeline(createReadStream(file), hash);
    lines.push(`${hash.digest("hex")}  ${relative(directory, file)}\n`);
  }
  return lines.join("");
}
