import { expect } from "chai";
import { readChoices } from "#console/format/choices.ts";
import { readMonitorFilter } from "#console/screens/monitors/filter.ts";

const options = [
  { value: "", label: "All" },
  { value: "failed", label: "Failed" },
] as const;

describe("the filters of an address", () => {
  it("keep the values of their options, and nothing else", () => {
    const filters = { status: options, kind: options };
    expect(readChoices(filters, { status: "failed", kind: "failed" })).to.deep.equal({
      status: "failed",
      kind: "failed",
    });
    expect(readChoices(filters, { status: "", kind: "gone", page: "failed" })).to.deep.equal({});
    expect(readChoices(filters, { status: ["failed"], kind: null })).to.deep.equal({});
  });

  it("leave out what was cleared", () => {
    expect(readMonitorFilter({ q: "", state: "active", tag: "", sitemap: "x" })).to.deep.equal({ state: "active" });
  });
});
