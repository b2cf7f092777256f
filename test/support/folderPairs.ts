import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { parseSync } from "oxc-parser";

/** Folders that may import what they like, and code that a program writes. */
const unlisted = /^(?:test|bench)\/|\/generated\//;

/**
 * Pairs of folders that import each other, types included, as `a ↔ b`. A folder and a folder inside it are a pair only if one
 * file of the outer folder imports the inner one and is imported by it: a list of all that is inside is no pair.
 */
export function folderPairs(root: string): string[] {
  const imports = importsBelow(root);
  const arrows = new Set(imports.map(([from, to]) => `${posix.dirname(from)} ${posix.dirname(to)}`));
  const siblings = imports
    .map(([from, to]): [string, string] => [posix.dirname(from), posix.dirname(to)])
    .filter(([a, b]) => a !== b && !isInside(a, b) && !isInside(b, a) && arrows.has(`${b} ${a}`));
  const fromInside = new Set(imports.map(([from, to]) => `${posix.dirname(from)} ${to}`));
  const nested = imports
    .map(([from, to]): [string, string] => [from, posix.dirname(to)])
    .filter(([file, inner]) => isInside(inner, posix.dirname(file)) && fromInside.has(`${inner} ${file}`));
  return [...new Set([...siblings, ...nested].map((pair) => pair.toSorted().join(" ↔ ")))].toSorted();
}

function isInside(folder: string, outer: string): boolean {
  return folder.startsWith(`${outer}/`);
}

/** Every import of one source file by another, as [importer, imported]. */
function importsBelow(root: string): [string, string][] {
  const listed = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
    cwd: root,
    encoding: "utf8",
  });
  const files = listed.split("\n").filter((file) => /\.tsx?$/.test(file) && !unlisted.test(file));
  return files.filter((file) => existsSync(join(root, file))).flatMap((file) => importsOf(root, file));
}

function importsOf(root: string, file: string): [string, string][] {
  const { module } = parseSync(file, readFileSync(join(root, file), "utf8"));
  const exported = module.staticExports.flatMap(({ entries }) => entries.map(({ moduleRequest }) => moduleRequest));
  const names = [...module.staticImports.map(({ moduleRequest }) => moduleRequest), ...exported];
  return names.flatMap((request): [string, string][] => {
    const name = request?.value ?? "";
    if (name.startsWith("#")) return [[file, name.slice(1)]];
    return name.startsWith(".") ? [[file, posix.join(posix.dirname(file), name)]] : [];
  });
}
