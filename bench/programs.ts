import { execFile } from "node:child_process";
import { createRequire } from "node:module";
import { join } from "node:path";
import { promisify } from "node:util";
import { provisionBrowser } from "#stack/provision/browser.ts";
import { cacheDirOf } from "#stack/provision/cache.ts";

/** Path of the browser for all measurements. */
export function findChrome(): Promise<string> {
  const { env } = process;
  return provisionBrowser({ env, cacheDir: cacheDirOf(env), onLine: console.log });
}

/**
 * Installs a package for comparison into a directory, because it is not a dependency of ours. Returns the file to
 * import; null, with a message, if it cannot be installed.
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

/**
 * Installs Python packages into a virtual environment in the directory. Returns its interpreter; null, with a message,
 * if they cannot be installed.
 */
export async function installPython(packages: readonly string[], directory: string): Promise<string | null> {
  const python = join(directory, "python", "bin", "python");
  try {
    await promisify(execFile)("python3", ["-m", "venv", join(directory, "python")]);
    await promisify(execFile)(python, ["-m", "pip", "install", "--quiet", ...packages]);
    return python;
  } catch (error) {
    console.log(`${packages.join(", ")} can't be installed here: ${error instanceof Error ? error.message : ""}`);
    return null;
  }
}
