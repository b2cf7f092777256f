import { tmpdir } from "node:os";
import { assert } from "chai";
import { type ComparisonResult, createComparer } from "#activities/compare/comparer.ts";
import type { ChangedArea, DiffMode } from "#schemas/diff.ts";
import { changeVerdict } from "#rules/monitor.ts";
import { countDiffering } from "./pages.ts";
import { type Expected, type Pair, pairs } from "./pairs.ts";

const comparer = createComparer({ scratch: tmpdir() });

type Pictures = { before: Buffer; after: Buffer };
type Compared = Extract<ComparisonResult, { outcome: "compared" }>;

async function draw({ before, after }: Pair): Promise<Pictures> {
  return { before: await before(), after: await after() };
}

async function compared(pictures: Pictures, pair: Pair, mode: DiffMode): Promise<Compared> {
  const result = await comparer.compare(
    {
      ...pictures,
      mode,
      visualization: "none",
      ignoreRegions: pair.ignoreRegions ?? [],
      measuredBoxes: [],
    },
    { owner: "test" },
  );
  if (result.outcome !== "compared") throw new Error(`The pictures were not compared: ${result.outcome}.`);
  return result;
}

function assertFound(found: { pixels: number; areas: ChangedArea[] }, expected: Expected): void {
  assert.closeTo(found.pixels, expected.pixels, expected.pixels * 0.05, "changed pixels");
  assert.deepEqual(
    found.areas.map(({ status }) => status),
    expected.areas.map(([status]) => status),
    `areas: ${JSON.stringify(found.areas)}`,
  );
  for (const [index, [, x, y, width, height]] of expected.areas.entries()) {
    const area = found.areas[index] ?? { x: -9, y: -9, width: 0, height: 0 };
    const [edges, theirs] = [
      [x, y, x + width, y + height],
      [area.x, area.y, area.x + area.width, area.y + area.height],
    ];
    const maxDistance = Math.max(...edges.map((edge, side) => Math.abs(edge - (theirs[side] ?? -9))));
    assert.isAtMost(maxDistance, 4, `area ${index}: ${JSON.stringify(area)}`);
  }
}

describe("pairs of pictures", () => {
  for (const [name, pair] of Object.entries(pairs)) {
    describe(name, () => {
      let pictures: Pictures;
      before(async () => {
        pictures = await draw(pair);
      });

      it("in mode pixel", async () => {
        const result = await compared(pictures, pair, "pixel");
        if (pair.pixel !== "many") assertFound({ pixels: result.changedPixels, areas: result.areas }, pair.pixel);
        // Rows that moved are not paired by position.
        if (result.runs.every(({ kind }) => kind === "both") && pair.ignoreRegions === undefined) {
          assert.equal(result.changedPixels, await countDiffering(pictures.before, pictures.after));
        }
        assertVerdict(result, pair.pixel === "many" || pair.pixel.pixels > 0);
      });

      it("in mode perceptual", async () => {
        const result = await compared(pictures, pair, "perceptual");
        assertFound({ pixels: result.changedPixels, areas: result.areas }, pair.perceptual);
        assert.equal(result.comparedPixels, pair.compared ?? result.width * Math.max(...Object.values(result.heights)));
        assertVerdict(result, pair.perceptual.pixels > 0);
      });
    });
  }
});

function assertVerdict(result: Compared, changed: boolean): void {
  const differenceRatio = result.comparedPixels === 0 ? 0 : result.changedPixels / result.comparedPixels;
  assert.equal(changeVerdict({ differenceRatio }, 0).length > 0, changed);
}
