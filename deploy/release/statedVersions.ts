import { readFile } from "node:fs/promises";
import { join } from "node:path";

/** Files that state the version, with the pattern that finds it. */
const statements: [file: string, pattern: RegExp][] = [
  ["package.json", /^ {2}"version": "(.+)"/m],
  ["package-lock.json", /^ {2}"version": "(.+)"/m],
  ["clients/typescript/package.json", /^ {2}"version": "(.+)"/m],
  ["clients/cli/package.json", /^ {2}"version": "(.+)"/m],
  ["clients/python/pyproject.toml", /^version = "(.+)"/m],
  ["deploy/helm/watchframe/Chart.yaml", /^version: (.+)/m],
  ["deploy/helm/watchframe/Chart.yaml", /^appVersion: "(.+)"/m],
];

/** Sentences about files of the checkout `root` that state no version, or another one than `version`. */
export async function wrongVersions(root: string, version: string): Promise<string[]> {
  const problems = await Promise.all(
    statements.map(async ([file, pattern]) => {
      const stated = pattern.exec(await readFile(join(root, file), "utf8"))?.[1];
      return stated === version ? [] : [`${file} states ${stated ?? "no version"} instead of ${version}.`];
    }),
  );
  return problems.flat();
}
