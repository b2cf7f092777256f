import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { elapsedBounds } from "../support/elapsedBounds.ts";
import { readImportGraph, testFilesIn } from "../support/importGraph.ts";
import { planTests } from "../support/lanes.ts";

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
/** Other programs on the machine may delay a healthy test by this much, milliseconds. */
const minBoundMs = 5_000;

describe("upper bounds of an elapsed time", () => {
  it("are in tests that run alone if they are below 5 s", () => {
    const graph = readImportGraph(root);
    const { exacting } = planTests(graph);
    const beside = testFilesIn(graph).filter((file) => !exacting.includes(file));
    expect(beside.flatMap((file) => boundsIn(file).map((bound) => `${file}:${bound}`))).to.deep.equal([]);
    expect(exacting.flatMap(boundsIn)).to.not.deep.equal([]);
  });

  const began = "const began = performance.now();\n";
  for (const [where, code] of [
    ["an assertion", "expect(performance.now() - began).to.be.below(2_000);"],
    ["a range", "expect(performance.now() - began).to.be.within(100, 900);"],
    ["an assertion of assert", "assert.isBelow(performance.now() - began, 4_999);"],
    ["a comparison", "const isFast = performance.now() - began < 200;"],
    ["a comparison from the other side", "const isFast = 200 > performance.now() - began;"],
    ["a name", "const took = performance.now() - began; expect(took).to.be.lessThan(10);"],
    ["a property", "const ended = { took: performance.now() - began }; expect(ended.took).to.be.most(10);"],
    ["a list", "all.push(performance.now() - began); expect(Math.min(...all)).to.be.below(10);"],
    ["a function", "const elapsed = () => performance.now() - began; expect(await elapsed()).to.be.below(10);"],
  ] as const)
    it(`are found in ${where}`, () => expect(elapsedBounds("a.ts", began + code, minBoundMs)).to.have.length(1));

  for (const [what, code] of [
    ["a long bound", "expect(performance.now() - began).to.be.below(5_000);"],
    ["a lower bound", "expect(performance.now() - began).to.be.at.least(900);"],
    ["a time in the past", "expect(at).to.be.below(Date.now() - 60_000);"],
    ["a time left", "expect(until.getTime() - Date.now()).to.be.below(10);"],
    ["processor time", "const took = cpuTimeMs(run); expect(took).to.be.below(10);"],
  ] as const)
    it(`are not found in ${what}`, () => expect(elapsedBounds("a.ts", began + code, minBoundMs)).to.deep.equal([]));
});

function boundsIn(file: string): string[] {
  return elapsedBounds(file, readFileSync(join(root, file), "utf8"), minBoundMs);
}
