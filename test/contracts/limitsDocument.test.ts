import { readFileSync } from "node:fs";
import { expect } from "chai";
import { recordingOf } from "#schemas/renders/recording.ts";
import { plans, usePlans } from "#schemas/settings/plans.ts";
import { diffPrice, renderPrice, runPrice } from "#rules/prices.ts";
import { testPlans } from "../support/testPlans.ts";

const document = readFileSync(new URL("../../docs/limits.md", import.meta.url), "utf8");
const screenshot = { format: "jpg", quality: 80, fullPage: false } as const;

const recording = recordingOf({});

/** Cells of the rows of a table under a heading, without its head. `index` counts the tables there. */
function rowsUnder(heading: string, index = 0): string[][] {
  const section = document.split(/^## /m).find((part) => part.startsWith(`${heading}\n`)) ?? "";
  const table = [...section.matchAll(/(?:^\|.*\n)+/gm)][index]?.[0] ?? "";
  const rows = table.trim().split("\n").slice(2);
  return rows.map((row) =>
    row
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim().replaceAll("`", "")),
  );
}

describe("docs/limits.md", () => {
  afterEach(() => usePlans(testPlans));

  it("says what each kind of work costs, as it is charged", () => {
    expect(rowsUnder("Prices").map(([what, credits]) => [what, Number(credits)])).to.deep.equal([
      ["a picture, with or without metadata", renderPrice({ screenshot, extracts: ["metadata"] })],
      ["a PDF, with or without metadata", renderPrice({ screenshot: null, pdf: {}, extracts: ["metadata"] })],
      ["a recording, with or without metadata", renderPrice({ screenshot: null, recording, extracts: ["metadata"] })],
      ["metadata alone", renderPrice({ screenshot: null, extracts: ["metadata"] })],
      ["extracts, of however many kinds", renderPrice({ screenshot: null, extracts: ["markdown", "links", "html"] })],
      [
        "values (extractValues), with or without other extracts",
        renderPrice({ screenshot: null, extracts: ["links"], extractValues: [{ name: "price", selector: "b" }] }),
      ],
      ["extracts with design among them", renderPrice({ screenshot: null, extracts: ["markdown", "design"] })],
      ["a picture and extracts", renderPrice({ screenshot, extracts: ["markdown"] })],
      ["a picture and extracts with design among them", renderPrice({ screenshot, extracts: ["markdown", "design"] })],
      ["a picture, a PDF and extracts", renderPrice({ screenshot, pdf: {}, extracts: ["markdown"] })],
      ["a picture, a recording and extracts", renderPrice({ screenshot, recording, extracts: ["markdown"] })],
      ["a comparison (/render/diff), whatever it captures", diffPrice],
      ["a monitor's first run, which makes the baseline", runPrice({ compared: false, regions: false })],
      ["the same with capture.regions", runPrice({ compared: false, regions: true })],
      ["each later run, compared with the baseline", runPrice({ compared: true, regions: false })],
      ["the same with capture.regions", runPrice({ compared: true, regions: true })],
      ["each run with capture.changeOn: text", runPrice({ compared: true, regions: true, changeOn: "text" })],
      ["the same with values", runPrice({ compared: true, regions: true, changeOn: "values" })],
      ["the second capture that confirms a change", 0],
      ["a render that cache: true takes from another", 0],
    ]);
  });

  it("says what each plan allows, as it is by default", () => {
    usePlans({});
    const number = (text = "") => (/^\d/.test(text) ? Number(text.replaceAll(/,| min| days/g, "")) : null);
    const figures = (index: number) =>
      rowsUnder("Plans", index).map(([plan, ...cells]) => [plan, ...cells.map(number)]);
    expect(figures(0)).to.deep.equal(
      Object.entries(plans).map(([plan, allows]) => [
        plan,
        allows.credits,
        allows.concurrency,
        allows.requestsPerSecond,
      ]),
    );
    expect(figures(1)).to.deep.equal(
      Object.entries(plans).map(([plan, allows]) => [
        plan,
        allows.monitors,
        allows.minIntervalMinutes,
        allows.runRetentionDays,
      ]),
    );
  });
});
