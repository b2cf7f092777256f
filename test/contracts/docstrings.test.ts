import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { expect } from "chai";

const root = path.join(import.meta.dirname, "..", "..");
const sources = execFileSync("git", ["ls-files", "*.ts", "*.tsx", "*.mjs"], { cwd: root, encoding: "utf8" })
  .split("\n")
  .filter((file) => file !== "" && !file.includes("/generated/"));

/** A docstring that opens with a word that needs the name below it to make sense. */
const opening = /\/\*\*\s+(?:\* )?(?:What|Which|Where|Whose|Those)\b.*/g;

describe("docstrings", () => {
  it("open with a subject, so that they can be read alone", () => {
    expect(sources.length).to.be.above(1_000);
    const found = sources.flatMap((file) => {
      const text = readFileSync(path.join(root, file), "utf8");
      return [...text.matchAll(opening)].map(([words]) => `${file}: ${words}`);
    });
    expect(found).to.deep.equal([]);
  });
});
