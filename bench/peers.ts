import { execFile } from "node:child_process";
import { createRequire } from "node:module";
import { join } from "node:path";
import { promisify } from "node:util";

/**
 * Installs a package to be measured beside into a directory, for it has no place among our own dependencies.
 * The file to import; null where it can't be had here, which is said.
 */
export async function installPeer(
  name: string,
  { version, directory }: { version: string; directory: string },
): Promise<string | null> {
  const install = ["install", "--prefix", directory, "--no-audit", "--no-fund", "--no-save", `${name}@${version}`];
  try {
    await promisify(execFile)("npm", install);
    return createRequire(join(directory, "package.json")).resolve(name);
  } catch (error) {
    console.log(
      `${name}@${version} can't be installed here: ${error instanceof Error ? error.message : String(error)}`,
    );
    return null;
  }
}
