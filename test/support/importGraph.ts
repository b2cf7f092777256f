import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { parseSync } from "oxc-parser";

/** Each source file of the repository with what it imports at run time: files by their paths, packages by their names. */
export type ImportGraph = ReadonlyMap<string, readonly string[]>;

const source = /\.(?:ts|tsx|mts|mjs)$/;
/** A file that a program starts by its address, such as `new URL("./child.ts", import.meta.url)`. */
const startedFile = /new URL\(\s*"(\.{1,2}\/[^"]+)",\s*import\.meta\.url/g;
const importedLater = /\bimport\("([^"]+)"\)/g;

/**
 * Reads the imports of every source file below `root` that git tracks or does not ignore. Imports of types are left out,
 * because the compiler checks them and they do nothing at run time.
 */
export function readImportGraph(root: string): ImportGraph {
  const listed = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
    cwd: root,
    encoding: "utf8",
  });
  const files = listed.split("\n").filter((file) => source.test(file) && existsSync(join(root, file)));
  return new Map(files.map((file) => [file, importsOf(file, readFileSync(join(root, file), "utf8"))]));
}

/** Every file and package that a file reaches by its imports, with the file itself. */
export function reachedFrom(graph: ImportGraph, file: string): Set<string> {
  const reached = new Set([file]);
  // A set can grow while it is read: each import found is read in its turn.
  for (const next of reached) for (const imported of graph.get(next) ?? []) reached.add(imported);
  return reached;
}

/** Paths of the test files in a graph, sorted. */
export function testFilesIn(graph: ImportGraph): string[] {
  return [...graph.keys()].filter((file) => file.startsWith("test/") && file.endsWith(".test.ts")).toSorted();
}

function importsOf(file: string, text: string): string[] {
  const { module } = parseSync(file, text);
  const imports = module.staticImports
    .filter(({ entries }) => entries.length === 0 || entries.some(({ isType }) => !isType))
    .map(({ moduleRequest }) => moduleRequest.value);
  const exports = module.staticExports
    .flatMap(({ entries }) => entries)
    .flatMap(({ moduleRequest, isType }) => (moduleRequest !== null && !isType ? [moduleRequest.value] : []));
  const named = [startedFile, importedLater].flatMap((pattern) =>
    [...text.matchAll(pattern)].flatMap(([, name]) => (name === undefined ? [] : [name])),
  );
  return [...new Set([...imports, ...exports, ...named].map((name) => resolved(file, name)))];
}

/** The path of an imported file, as package.json maps names that begin with `#`; else the name of the package. */
function resolved(file: string, name: string): string {
  if (name.startsWith("#")) return name.slice(1);
  if (name.startsWith(".")) return posix.join(posix.dirname(file), name);
  if (name === "@watchframe/client") return "clients/typescript/src/index.ts";
  return name;
}
