import { existsSync, globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect } from "chai";

const root = path.join(import.meta.dirname, "..", "..");
const documents = globSync(["*.md", "docs/*.md", "*/README.md"], { cwd: root });
const { scripts } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8")) as {
  scripts: Record<string, string>;
};

/** Every match of a pattern in a text, by its first group. */
const allOf = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, found = ""]) => found);

describe("the documentation", () => {
  for (const document of documents) {
    it(`names only files and scripts that are there: ${document}`, () => {
      const text = readFileSync(path.join(root, document), "utf8");
      const links = allOf(text, /\]\((?!\w+:)([^)#]+)(?:#[^)]*)?\)/g).map((to) =>
        path.join(path.dirname(document), to),
      );
      const tests = allOf(text, /\b(test\/[\w/-]+\.ts)\b/g);
      expect([...links, ...tests].filter((file) => !existsSync(path.join(root, file)))).to.deep.equal([]);
      expect(allOf(text, /\bnpm run ([\w:-]+)/g).filter((name) => !(name in scripts))).to.deep.equal([]);
    });
  }
});
