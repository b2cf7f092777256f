import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, globSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";

const checkout = path.resolve(import.meta.dirname, "..");
const buildFolder = path.join(checkout, "console", "dist");
const hashFile = path.join(buildFolder, ".sources");
const vite = path.join(checkout, "node_modules", "vite", "bin", "vite.js");

/** Milliseconds for a build. It takes about 3 s. */
const maxBuildMs = 120_000;

/**
 * Builds the console into `console/dist`, unless the build there is of the same sources. Without the development packages
 * it takes the build that is there, as in an image. Without a build, the API serves a page that says so.
 * @throws Error with the output of Vite if the build fails.
 */
export async function buildConsole(onLine: (line: string) => void): Promise<void> {
  if (!existsSync(vite)) {
    if (!existsSync(path.join(buildFolder, "index.html")))
      onLine("the console is not built: its development packages are not installed");
    return;
  }
  const hash = hashSources();
  if (existsSync(hashFile) && readFileSync(hashFile, "utf8") === hash) return;
  onLine("building the console …");
  const args = [vite, "build", "--config", path.join(checkout, "console", "vite.config.ts"), "--logLevel", "warn"];
  await promisify(execFile)(process.execPath, args, { cwd: checkout, timeout: maxBuildMs });
  writeFileSync(hashFile, hash);
}

/** A hash of everything that the build reads: the sources, and the versions of the packages. */
function hashSources(): string {
  const hash = createHash("sha256");
  const sources = ["console/**/*.{ts,tsx,css,html,svg}", "clients/typescript/src/**/*.ts", "rules/*.ts"];
  const files = globSync(sources, { cwd: checkout, exclude: ["console/dist/**"] });
  for (const file of ["package-lock.json", ...files.toSorted()]) {
    hash
      .update(`${file}\0`)
      .update(readFileSync(path.join(checkout, file)))
      .update("\0");
  }
  return hash.digest("hex");
}
