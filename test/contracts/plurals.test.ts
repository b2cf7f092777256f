import { expect } from "chai";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { countOf } from "#clients/words/countOf.ts";

const root = path.resolve(import.meta.dirname, "../..");
/** Folders with texts that people read. */
const folders = ["console", "clients/cli/src", "activities/notify"];
const nouns =
  "addresses|areas|captures|changes|credits|days|failures|hours|items|jobs|keys|lines|links|messages|minutes|monitors|pages|pictures|recipients|runs|seconds|times|tries|words";
/** A count with a fixed plural in a template. Bounds are never 1, and totals after "of" read well with any number. */
const inTemplate = new RegExp(
  String.raw`(?<!of )\$\{(?!max|min|limit)(?:formatCount\()?[\w.?]+\)?\} (?:${nouns})\b`,
  "g",
);
/** The same in JSX. */
const inJsx = new RegExp(String.raw`\{formatCount\([\w.?]+\)\} (?:${nouns})\b`, "g");

function sourcesOf(folder: string): string[] {
  return readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)))
    .filter((file) => !/(?:^|\/)(?:dist|generated|node_modules)\//.test(file));
}

describe("counts in texts", () => {
  it("have the noun in the singular for one thing alone", () => {
    expect([0, 1, 2, 12_000].map((count) => countOf(count, "page"))).to.deep.equal([
      "0 pages",
      "1 page",
      "2 pages",
      "12,000 pages",
    ]);
    expect([1, 2].map((count) => countOf(count, "try", "tries"))).to.deep.equal(["1 try", "2 tries"]);
  });

  it("come from the function that knows the singular", () => {
    const found = folders.flatMap(sourcesOf).flatMap((file) => {
      const text = readFileSync(path.join(root, file), "utf8");
      return [...text.matchAll(inTemplate), ...text.matchAll(inJsx)].map(([match]) => `${file}: ${match}`);
    });
    expect(found).to.deep.equal([]);
  });
});
