import { readdir, readFile } from "node:fs/promises";
import { assert } from "chai";
import { labelsOf } from "#bench/extraction/fit/labels.ts";
import { fitRegression, modelText, type Sample } from "#bench/extraction/fit/regression.ts";
import { samplesOf } from "#bench/extraction/fit/samples.ts";
import { scoreOf } from "#bench/extraction/fit/scoreModel.ts";
import { textOfMarkdown } from "#bench/extraction/texts.ts";

const folder = new URL("../fixtures/pages/", import.meta.url);
const names = ["linked", "inFooter", "isLong"];
const known = { intercept: 0.4, coefficients: { linked: -2.5, inFooter: -1.25, isLong: 0.75 } };

/** Blocks with every combination of features. Their labels follow the known coefficients. */
function knownSamples(): Sample[] {
  const values = [0, 0.25, 0.5, 1];
  return values.flatMap((linked) =>
    [0, 1].flatMap((inFooter) =>
      [0, 1].map((isLong) => {
        const odds = known.intercept - 2.5 * linked - 1.25 * inFooter + 0.75 * isLong;
        return { features: { linked, inFooter, isLong }, label: 1 / (1 + Math.exp(-odds)), weight: 1 + linked };
      }),
    ),
  );
}

describe("fitting the coefficients of main content", () => {
  it("recovers known coefficients", () => {
    const { intercept, coefficients } = fitRegression(knownSamples(), { names, l2: 0 });
    assert.closeTo(intercept, known.intercept, 1e-6);
    for (const [name, value] of Object.entries(known.coefficients))
      assert.closeTo(coefficients[name] ?? Number.NaN, value, 1e-6, name);
  });

  it("keeps coefficients small, even if one feature decides alone", () => {
    const samples = [0, 0, 1, 1].map((inFooter) => ({ features: { inFooter }, label: 1 - inFooter, weight: 1 }));
    const [weak, strong] = [0.1, 10].map((l2) => fitRegression(samples, { names: ["inFooter"], l2 }));
    const [small = 0, large = 0] = [strong, weak].map((model) => model?.coefficients["inFooter"]);
    assert.isBelow(large, small);
    assert.isBelow(small, 0);
    assert.isAbove(large, -10);
  });

  it("prints the coefficients as source text", () => {
    const text = modelText({ intercept: 1.174, coefficients: { isLong: 0.368, adsNear: -0.406, tiny: 0.0049 } });
    assert.equal(
      text,
      "export const intercept = 1.17;\n\nexport const coefficients = {\n  adsNear: -0.41,\n  isLong: 0.37,\n} as const;",
    );
  });

  it("labels blocks by the expected text", () => {
    const blocks = [
      "Home",
      "The title",
      "By Imke",
      "The keeper wrote that the coast had moved, and drew it.",
      "The keeper of this site wrote the rules of the coast.",
      "Home",
      "said she",
    ];
    const expected = "The title\n\nThe keeper wrote that the coast had moved,\nand drew it. Home, said she.";
    assert.deepEqual(labelsOf(blocks, expected), [false, true, false, true, false, true, true]);
  });

  it("fits the product's features on pages, deterministically", async () => {
    const pages = await goldenPages();
    const samples = pages.flatMap(({ page, expected }) => samplesOf(page, expected));
    assert.isAbove(samples.length, 50);
    assert.includeMembers(Object.keys(samples[0]?.features ?? {}), ["linked", "isP", "besideArticleOfShare"]);
    const fit = () => fitRegression(samples, { names: ["isP", "endsSentence", "linked", "place"], l2: 1 });
    const model = fit();
    assert.deepEqual(model, fit());
    assert.isAbove(model.coefficients["isP"] ?? 0, 0);
    const everything = { intercept: 5, coefficients: {} };
    const meanScore = (by: typeof model) =>
      pages.reduce((sum, { page, expected }) => sum + scoreOf(page, expected, by), 0) / pages.length;
    assert.isAbove(meanScore(model), meanScore(everything));
  });
});

/** The golden pages that need no browser, because their HTML has all of the content. */
async function goldenPages() {
  const entries = await readdir(folder, { withFileTypes: true });
  const pages = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  return await Promise.all(
    pages.toSorted().map(async (name) => {
      const read = (file: string) => readFile(new URL(`${name}/${file}`, folder), "utf8");
      const [html, markdown] = await Promise.all([read("source.html"), read("expected.md")]);
      return { page: { html, title: "", heading: "", declared: false }, expected: textOfMarkdown(markdown) };
    }),
  );
}
