import { expect } from "chai";
import { readFileSync } from "node:fs";

const root = new URL("../../", import.meta.url);
const document = readFileSync(new URL("docs/security-checks.md", root), "utf8");

/** The sources of each row of the table of inputs: names, and the file that has them. */
function sourcesByInput(): [input: string, sources: { names: string[]; file: string }[]][] {
  const section = document.split("## Inputs\n")[1]?.split("\n## ")[0] ?? "";
  const rows = section.split("\n").filter((line) => line.startsWith("| ") && !/^\| (?:input|---)/.test(line));
  return rows.map((row) => {
    const [, input = "", , , source = ""] = row.split("|").map((cell) => cell.trim());
    const sources = source.split(";").map((part) => {
      const words = [...part.matchAll(/`([^`]+)`/g)].map(([, word = ""]) => word);
      return { names: words.slice(0, -1), file: words.at(-1) ?? "" };
    });
    return [input, sources];
  });
}

describe("the table of inputs", () => {
  const rows = sourcesByInput();

  it("has a row for each kind", () => {
    expect(rows).to.have.length.above(15);
  });

  for (const [input, sources] of rows) {
    it(`names what bounds ${input}`, () => {
      for (const { names, file } of sources) {
        const code = readFileSync(new URL(file, root), "utf8");
        for (const name of names) expect(code, file).to.match(new RegExp(`\\b(?:const|function) ${name}\\b`));
      }
    });
  }
});
