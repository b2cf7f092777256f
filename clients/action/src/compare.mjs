// @ts-check
// First step of the action: compares the pages and writes results.json, junit.xml and the pictures.
import { appendFile, mkdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { compareOne } from "./compareOne.mjs";
import { choice, folderInput, input, InputError, linesOf, pageAddress, pathsInput } from "./inputs.mjs";
import { fail, signedFile } from "./workflow.mjs";
import { writeJunit } from "./junit.mjs";

/** Pages that are compared at the same time. */
const parallel = 4;

try {
  await main();
} catch (error) {
  fail(error instanceof Error ? error.message : String(error), error instanceof InputError ? 2 : 1);
}

async function main() {
  const folder = folderInput();
  const command = input("COMMAND").split(/\s+/);
  const flags = diffFlags();
  const pages = pathsInput().map((page) => ({
    path: page,
    base: pageAddress("BASE_URL", page),
    preview: pageAddress("PREVIEW_URL", page),
  }));
  // Results of an earlier step would be uploaded as well.
  await rm(path.join(folder, "results.json"), { force: true });
  await mkdir(folder, { recursive: true });
  /** @type {import("./compareOne.mjs").Result[]} */
  const results = [];
  const waiting = [...pages.entries()];
  const work = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [index, page] = next;
      results[index] = await compareOne(page, { command, flags, folder, name: folderNameOf(index, page.path) });
    }
  };
  await Promise.all(Array.from({ length: parallel }, work));
  await save(folder, results);
}

/** Each input is one word of the command, so it can't become another flag. */
function diffFlags() {
  return [
    `--mode=${choice("MODE", ["perceptual", "pixel"])}`,
    `--threshold=${input("THRESHOLD") || "0"}`,
    ...linesOf(input("IGNORE")).map((area) => `--ignore=${area}`),
    ...linesOf(input("FLAGS")),
  ];
}

/** @param {number} index @param {string} page */
function folderNameOf(index, page) {
  const words = page
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
  return `${String(index + 1).padStart(3, "0")}-${words.slice(0, 60) || "start"}`;
}

/** @param {string} folder @param {import("./compareOne.mjs").Result[]} results */
async function save(folder, results) {
  const count = (/** @type {string} */ status) => results.filter((result) => result.status === status).length;
  const totals = { compared: results.length, changed: count("changed"), failed: count("failed") };
  // The artifact outlives the addresses, and has a larger circle of readers.
  const shown = results.map(({ signed: _signed, ...result }) => result);
  await writeFile(path.join(folder, "results.json"), `${JSON.stringify({ ...totals, pages: shown }, null, 2)}\n`);
  await writeFile(path.join(folder, "junit.xml"), writeJunit(results));
  if (choice("PICTURES", ["artifact", "signed"]) === "signed") {
    const signed = Object.fromEntries(
      results.flatMap(({ path: page, signed: addresses }) => (addresses ? [[page, addresses]] : [])),
    );
    await writeFile(signedFile(folder), JSON.stringify(signed));
  }
  const outputs = Object.entries(totals).map(([name, value]) => `${name}=${value}\n`);
  if (process.env.GITHUB_OUTPUT) await appendFile(process.env.GITHUB_OUTPUT, outputs.join(""));
  console.log(`${totals.compared} pages compared, ${totals.changed} changed, ${totals.failed} failed.`);
}
