import { readFileSync } from "node:fs";
import path from "node:path";
import { expect } from "chai";
import { folderPairs } from "../support/folderPairs.ts";
import { withImportTables } from "../support/importTable.ts";

const document = readFileSync(new URL("../../docs/architecture.md", import.meta.url), "utf8");

describe("docs/architecture.md", () => {
  it("shows who may import whom as the linter enforces it; `npm run import-table` writes it", () => {
    expect(withImportTables(document)).to.equal(document);
  });

  it("names every pair of folders that import each other, and at most five", () => {
    const [table = ""] = /\| pair \| reason \|\n(?:\|.*\n)+/.exec(document) ?? [];
    const named = [...table.matchAll(/^\| `([^`]+ ↔ [^`]+)` \| .+ \|$/gm)].map(([, pair = ""]) => pair);
    expect(named.toSorted()).to.deep.equal(folderPairs(path.join(import.meta.dirname, "..", "..")));
    expect(named.length).to.be.at.most(5);
  });
});
