// @ts-check
import { readFileSync } from "node:fs";
import path from "node:path";

/** An error in the inputs, for the reader of the workflow's log. */
export class InputError extends Error {}

/** Comparisons that one use of the action makes at most. */
const maxPaths = 200;

/** @param {string} name */
export function input(name) {
  return (process.env[`INPUT_${name}`] ?? "").trim();
}

/** @param {string} name @param {readonly string[]} choices */
export function choice(name, choices) {
  const value = input(name);
  if (choices.includes(value)) return value;
  throw new InputError(`The input ${nameOf(name)} is ${JSON.stringify(value)}. Use one of: ${choices.join(", ")}.`);
}

/** Lines with a content, without comments. @param {string} text */
export function linesOf(text) {
  const lines = text.split(/\r?\n/).map((line) => line.trim());
  return lines.filter((line) => line !== "" && !line.startsWith("#"));
}

/** The folder for results. It has no line break, as outputs are lines. */
export function folderInput() {
  const folder = input("FOLDER");
  if (folder === "" || /[\r\n]/.test(folder)) throw new InputError("The input folder must be a path.");
  return path.resolve(folder);
}

/** The paths to compare, each once. @returns {string[]} */
export function pathsInput() {
  const file = input("PATHS_FILE");
  const paths = [...new Set([...linesOf(input("PATHS")), ...(file === "" ? [] : linesOf(readFileSync(file, "utf8")))])];
  if (paths.length === 0) throw new InputError("There is no path to compare. Set the input paths or paths-file.");
  if (paths.length > maxPaths)
    throw new InputError(`There are ${paths.length} paths. At most ${maxPaths} are compared.`);
  return paths;
}

/** The page at a path of a site. A path can't lead to another host. @param {string} name @param {string} page */
export function pageAddress(name, page) {
  const site = input(name);
  if (!URL.canParse(site) || !/^https?:$/.test(new URL(site).protocol)) {
    throw new InputError(`The input ${nameOf(name)} is ${JSON.stringify(site)}, which is no http or https address.`);
  }
  const { origin, pathname } = new URL(site);
  return new URL(`${origin}${pathname.replace(/\/+$/, "")}/${page.replace(/^\/+/, "")}`).href;
}

/** @param {string} name */
function nameOf(name) {
  return name.toLowerCase().replaceAll("_", "-");
}
