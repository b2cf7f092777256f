import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect } from "chai";

const files = globSync("console/**/*.tsx");

/** Names that a component takes from a module of styles, though the module has no rule for them. */
function missingStyles(file: string): string[] {
  const code = readFileSync(file, "utf8");
  const modules = [...code.matchAll(/import (\w+) from "([^"]*\.module\.css)"/g)];
  return modules.flatMap(([, variable = "", address = ""]) => {
    const rules = new Set(readFileSync(path.join(path.dirname(file), address), "utf8").match(/(?<=\.)[a-zA-Z][\w-]*/g));
    const uses = [...code.matchAll(/\b(\w+)\["([\w-]+)"\]/g)].filter(([, owner]) => owner === variable);
    return uses.flatMap(([, , name = ""]) => (rules.has(name) ? [] : [`${file}: ${name}`]));
  });
}

describe("the styles of the console", () => {
  it("exist for each name that a component gives", () => {
    expect(files).to.not.have.length(0);
    expect(files.flatMap(missingStyles)).to.deep.equal([]);
  });
});
