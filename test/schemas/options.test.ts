import { expect } from "chai";
import { hiddenIn, optionsIn, shownIn } from "#schemas/options/index.ts";
import type { OptionUse } from "#schemas/options/option.ts";

const namesIn = (use: OptionUse): string[] => Object.keys(optionsIn(use));
const at = (schema: object | undefined, keyword: string): unknown => new Map(Object.entries(schema ?? {})).get(keyword);

describe("the options of captures", () => {
  it("have a label and a group, whatever they are in", () => {
    for (const use of ["render", "monitor", "preset", "link"] as const) {
      for (const [name, schema] of Object.entries(optionsIn(use))) {
        expect(at(schema, "x-label"), name).to.be.a("string").with.length.above(1);
        expect(at(schema, "x-group"), name).to.be.a("string").with.length.above(1);
      }
    }
  });

  it("keep secrets out of presets, replies and addresses", () => {
    const secrets: string[] = hiddenIn("render");
    expect(secrets).to.include.members(["headers", "cookies", "webhookSecret", "storage_secret_access_key", "css"]);
    expect(namesIn("reply").filter((name) => secrets.includes(name))).to.deep.equal([]);
    for (const use of ["query", "link"] as const) {
      expect(namesIn(use).filter((name) => secrets.includes(name))).to.deep.equal([]);
    }
    // A preset keeps long texts, and shows none.
    expect(namesIn("preset").filter((name) => secrets.includes(name))).to.have.members(["css", "script", "steps"]);
    expect(shownIn("preset")).to.not.have.any.keys("css", "script", "steps");
  });

  it("are write-only where no reply shows them", () => {
    for (const use of ["render", "monitor", "comparison"] as const) {
      const shown = Object.entries(optionsIn(use)).filter(([, schema]) => at(schema, "writeOnly") !== true);
      expect(shown.map(([name]) => name)).to.have.members(Object.keys(shownIn(use)));
    }
    expect(at(optionsIn("monitor").clickSelectors, "writeOnly")).to.equal(true);
    expect(at(optionsIn("render").clickSelectors, "writeOnly")).to.equal(undefined);
  });

  it("have no default in a monitor, which shows only what was set, but for the four that it fills in", () => {
    const filled = Object.entries(optionsIn("monitor")).filter(([, schema]) => at(schema, "default") !== undefined);
    expect(filled.map(([name]) => name)).to.have.members(["fullPage", "format", "quality", "regions"]);
    expect(at(optionsIn("monitor").timeout, "description")).to.match(/Default: 30\.$/);
  });
});
