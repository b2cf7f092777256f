import { mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { assert } from "chai";
import { rankCandidates } from "#activities/extract/markdown/main/candidates.ts";
import { parseForest, probabilityOf, shippedForest } from "#activities/extract/markdown/main/forest.ts";
import { labelsOf } from "#bench/extraction/fit/labels.ts";
import { createMatrix } from "#bench/extraction/fit/matrix.ts";
import { samplesOf } from "#bench/extraction/fit/samples.ts";
import { textOfMarkdown } from "#bench/extraction/texts.ts";

const folder = new URL("../fixtures/pages/", import.meta.url);

describe("fitting the model of main content", () => {
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

  it("makes samples of pages, each with a weight of 1 in total", async () => {
    const pages = await goldenPages();
    for (const { page, expected } of pages) {
      const samples = samplesOf(page, expected);
      const weight = samples.reduce((sum, each) => sum + each.weight, 0);
      if (samples.length > 0) assert.closeTo(weight, 1, 1e-9);
    }
    const samples = pages.flatMap(({ page, expected }) => samplesOf(page, expected));
    assert.isAbove(samples.filter(({ label }) => label === 1).length, 50);
    const unknown = shippedForest.features.filter((name) => !samples.some(({ features }) => name in features));
    assert.isBelow(unknown.length, shippedForest.features.length / 2);
  });

  it("writes samples as rows of features, label and weight", async () => {
    const directory = await mkdtemp(join(tmpdir(), "watchframe-matrix-"));
    try {
      const matrix = createMatrix();
      matrix.add([
        { features: { linked: 0.5, isP: 0 }, label: 1, weight: 0.25 },
        { features: { isLi: 1 }, label: 0, weight: 0.75 },
      ]);
      assert.equal(await matrix.write(directory), 2);
      assert.deepEqual(JSON.parse(await readFile(join(directory, "features.json"), "utf8")), ["linked", "isLi"]);
      const { buffer } = new Uint8Array(await readFile(join(directory, "samples.f32")));
      assert.deepEqual([...new Float32Array(buffer)], [0.5, 0, 1, 0.25, 0, 1, 0, 0.75]);
    } finally {
      await rm(directory, { recursive: true });
    }
  });
});

describe("the model of main content", () => {
  it("adds the leaves that a block's features lead to", () => {
    const forest = parseForest({ features: ["linked", "isP"], trees: ["0 0.5 5 -1 2 -1 -2", "1 0 5 -1 0 -1 1"] });
    const odds = (features: Record<string, number>) => {
      const probability = probabilityOf(features, forest);
      return Math.log(probability / (1 - probability));
    };
    assert.closeTo(odds({}), 2, 1e-9);
    assert.closeTo(odds({ isP: 1 }), 3, 1e-9);
    assert.closeTo(odds({ linked: 0.6, isP: 1 }), -1, 1e-9);
  });

  it("is small, and each branch of a tree leads on", async () => {
    const { size } = await stat(new URL("../../activities/extract/markdown/main/model.json", import.meta.url));
    assert.isBelow(size, 150_000);
    for (const tree of shippedForest.trees) {
      const leaves = (at: number): number => {
        const [feature = Number.NaN, , right = Number.NaN] = tree.slice(at, at + 3);
        if (feature === -1) return 1;
        assert.isBelow(feature, shippedForest.features.length);
        assert.isAbove(right, at + 3);
        return leaves(at + 3) + leaves(right);
      };
      assert.equal(leaves(0) * 5 - 3, tree.length);
    }
  });
});

describe("the choice of the main content", () => {
  const block = (words: number, probability: number, inArticle: boolean) => ({ words, probability, inArticle });

  it("is the article if the blocks hardly promise more", () => {
    const [chosen] = rankCandidates([block(100, 0.9, true), block(4, 0.9, false), block(50, 0.1, false)]);
    assert.equal(chosen?.name, "article");
    assert.closeTo(chosen?.expectedF1 ?? 0, 180 / (100 + 98.6), 1e-9);
  });

  it("is the blocks if the article is the wrong part", () => {
    const [chosen] = rankCandidates([block(20, 0.1, true), block(100, 0.9, false), block(50, 0.8, false)]);
    assert.equal(chosen?.name, "blocks");
    assert.deepEqual(chosen?.kept, [false, true, true]);
  });

  it("is nothing without content", () => assert.deepEqual(rankCandidates([])[0]?.kept, []));
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
