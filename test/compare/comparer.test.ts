import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { crc32 } from "node:zlib";
import { assert } from "chai";
import sharp from "sharp";
import {
  type Comparer,
  type ComparisonRequest,
  type ComparisonResult,
  createComparer,
} from "#activities/compare/comparer.ts";
import { lines, page, picture, rect } from "./pages.ts";
import { peakOfComparing } from "./peakMemory.ts";

const [width, height] = [400, 300];
const draw = (body: string, rows = height) => picture(page([width, rows], body));
const red = rect(100, 100, [50, 40, "#f00"]);

describe("the comparer", () => {
  let scratch: string;
  let comparer: Comparer;
  before(async () => {
    scratch = await mkdtemp(join(tmpdir(), "compare-test-"));
    comparer = createComparer({ scratch });
  });
  after(() => rm(scratch, { recursive: true }));
  afterEach(async () => assert.deepEqual(await readdir(scratch), [], "a comparison leaves nothing behind"));

  const compare = (pictures: Pick<ComparisonRequest, "before" | "after">, rules: Partial<ComparisonRequest> = {}) =>
    comparer.compare(
      {
        mode: "pixel",
        visualization: "none",
        ignoreRegions: [],
        measuredBoxes: [],
        ...pictures,
        ...rules,
      },
      { owner: "test" },
    );

  describe("draws", () => {
    it("a mask in white on black", async () => {
      const drawing = await drawingOf(compare(await changedPair(), { visualization: "mask" }));
      assert.equal(drawing.format, "png");
      assert.deepEqual(drawing.at(125, 120), [255, 255, 255]);
      assert.deepEqual(drawing.at(99, 120), [0, 0, 0]);
      const { channels } = await sharp(drawing.bytes).stats();
      assert.equal(Math.round(((channels[0]?.mean ?? 0) / 255) * width * height), 50 * 40);
    });

    it("the same mask beside every drawing", async () => {
      const pixelsOf = (bytes: Buffer) => sharp(bytes).toColourspace("b-w").removeAlpha().raw().toBuffer();
      const [asked, beside] = await Promise.all(
        (["mask", "overlay"] as const).map(async (visualization) =>
          compared(await compare(await changedPair(), { visualization })),
        ),
      );
      const [drawn, mask] = [asked?.visualization?.bytes, beside?.visualization?.mask];
      if (drawn === undefined || mask === undefined) throw new Error("a drawing is missing");
      assert.isTrue((await pixelsOf(mask)).equals(await pixelsOf(drawn)));
    });

    it("an overlay: the picture after with changes tinted and framed", async () => {
      const drawing = await drawingOf(compare(await changedPair(), { visualization: "overlay" }));
      assert.equal(drawing.format, "jpg");
      assertLike(drawing.at(20, 25), [0, 0, 255], "the blue square that stayed");
      assertLike(drawing.at(125, 120), [245, 0, 37], "the red square, tinted");
      assertLike(drawing.at(95, 120), [230, 0, 92], "its frame");
      assertLike(drawing.at(300, 250), [255, 255, 255], "white that stayed");
    });

    it("a heatmap that is darker for larger changes", async () => {
      const before = await draw("");
      const after = await draw(rect(50, 50, [50, 50, "#eee"]) + rect(200, 50, [50, 50, "#000"]));
      const drawing = await drawingOf(compare({ before, after }, { visualization: "heatmap" }));
      assertLike(drawing.at(75, 75), [248, 227, 161], "a little");
      assertLike(drawing.at(225, 75), [99, 19, 44], "as much as can be");
      assertLike(drawing.at(300, 250), [255, 255, 255], "nothing");
    });

    it("the rows of both pictures, and says where the largest change is among them", async () => {
      const rows = (shift: number, mark: string) =>
        `<g transform="translate(0 ${shift})">${lines(20, height)}${mark}</g>`;
      const before = await draw(rect(0, 0, [width, 40, "#c1121f"]) + rows(40, ""), height + 40);
      const after = await draw(rows(0, rect(150, 100, [200, 150, "#000"])));
      const { areas, visualization } = compared(await compare({ before, after }, { visualization: "overlay" }));
      assert.include(areas[0], { status: "changed", y: 100 });
      assert.equal(visualization?.height, height + 40);
      assert.equal(visualization?.focusRow, 40 + 100 + 75);
    });

    for (const visualization of ["overlay", "heatmap"] as const) {
      it(`readable added text, in a ${visualization}`, async () => {
        const rows = lines(20, height);
        const card = rect(40, 300, [200, 100, "#c1121f"]) + rect(100, 330, [80, 40, "#fff"]);
        const dark = rect(260, 300, [100, 100, "#fff"]) + rect(280, 330, [60, 40, "#222"]);
        const pictures = { before: await draw(rows), after: await draw(rows + card + dark, 420) };
        const { areas } = compared(await compare(pictures));
        assert.include(areas[0], { status: "added" });
        const drawing = await drawingOf(compare(pictures, { visualization }));
        assert.isAbove(contrastOf(drawing.at(140, 350), drawing.at(60, 350)), 2.5, "white words on red");
        assert.isAbove(contrastOf(drawing.at(310, 350), drawing.at(270, 350)), 2.5, "dark words on white");
      });

      it(`a change of a few pixels visibly on a tall page, in a ${visualization}`, async () => {
        const body = lines(20, 400);
        const tall = (dot: string) => picture(page([1000, 16_000], body + dot));
        const pictures = { before: await tall(""), after: await tall(rect(600, 12_000, [3, 3, "#000"])) };
        const drawing = await drawingOf(compare(pictures, { visualization }));
        const small = await sharp(drawing.bytes, { limitInputPixels: false })
          .resize({ height: 1_600 })
          .raw()
          .toBuffer({ resolveWithObject: true });
        const found = coloredPixels(small.data);
        assert.isAbove(found.length, 30, "colored pixels at a tenth of the size");
        const rows = found.map((pixel) => Math.floor(pixel / small.info.width));
        assert.isTrue(rows.every((row) => Math.abs(row - 1_200) < 10));
        assert.include(
          rows.filter((_, index) => (found[index] ?? 0) % small.info.width === 0),
          1_200,
          "the bar",
        );
      });
    }

    it("frames inside the picture that contrast with light and dark pages", async () => {
      for (const [background, spot] of [
        ["#fff", "#000"],
        ["#000", "#fff"],
      ] as const) {
        const before = await picture(page([width, height], "", background));
        const after = await picture(page([width, height], rect(0, 0, [3, 3, spot]), background));
        const drawing = await drawingOf(compare({ before, after }, { visualization: "overlay" }));
        const row = Array.from({ length: 30 }, (_, x) => drawing.at(x, 8));
        const colored = row.flatMap(([r = 0, g = 0, b = 0], x) => (r - Math.max(g, b) > 90 ? [x] : []));
        assert.deepEqual(colored, [1, 2, 15, 16], background);
        for (const x of [0, 3, 14, 17]) assertLike(row[x] ?? [], [252, 252, 252], `the white line at ${x}`);
      }
    });

    it("removed rows in their old position, above the rows that followed them", async () => {
      const blueAndGreen = rect(0, 100, [width, 60, "#00f"]) + rect(0, 200, [width, 100, "#080"]);
      const before = await draw(blueAndGreen);
      const after = await draw(rect(0, 140, [width, 100, "#080"]), 240);
      const mask = await drawingOf(compare({ before, after }, { visualization: "mask" }));
      assert.deepEqual(mask.size(), [width, 300]);
      assert.deepEqual(
        [mask.at(200, 99), mask.at(200, 101), mask.at(200, 165)].flat(),
        [0, 0, 0, 255, 255, 255, 0, 0, 0],
      );
      const overlay = await drawingOf(compare({ before, after }, { visualization: "overlay" }));
      assertLike(overlay.at(200, 130), [75, 7, 173], "the blue stripe, tinted");
      assertLike(overlay.at(200, 250), [0, 136, 0], "the green one that stayed");
    });

    it("nothing if nothing changed", async () => {
      const before = await draw(red);
      const after = await picture(page([width, height], red), (image) => image.webp({ lossless: true }));
      const result = compared(await compare({ before, after }, { visualization: "overlay" }));
      assert.isNull(result.visualization);
    });
  });

  it("counts changed pixels in given boxes", async () => {
    const measured = [
      { x: 100, y: 100, width: 50, height: 40 },
      { x: 120, y: 0, width: 400, height: 110 },
      { x: 0, y: 0, width: 90, height: 300 },
    ];
    const result = compared(await compare(await changedPair(), { measuredBoxes: measured }));
    assert.deepEqual(result.changedIn, [2000, 300, 0]);
  });

  it("reports the 128 largest areas, the largest first", async () => {
    const dots = Array.from({ length: 200 }, (_, index) =>
      rect((index % 20) * 40 + 4, Math.floor(index / 20) * 40 + 4, [index === 77 ? 9 : 6, 6, "#000"]),
    );
    const before = await picture(page([800, 400], ""));
    const after = await picture(page([800, 400], dots.join("")));
    const { areas, areasTruncated, changedPixels } = compared(await compare({ before, after }));
    assert.equal(areas.length, 128);
    assert.isTrue(areasTruncated);
    assert.deepEqual([areas[0]?.width, areas[1]?.width], [9, 6]);
    assert.equal(changedPixels, 199 * 36 + 54);
  });

  it("reports different widths", async () => {
    const after = await picture(page([width + 1, height], ""));
    assert.deepEqual(await compare({ before: await draw(""), after }), {
      outcome: "dimensions_differ",
      before: { width, height },
      after: { width: width + 1, height },
    });
  });

  describe("refuses", () => {
    const other = draw("");
    const refused = async (after: Uint8Array) => {
      const expected = { outcome: "undecodable", picture: "after" } as const;
      assert.deepEqual(await compare({ before: await other, after }), expected);
      // On either side. The process must survive it.
      assert.deepEqual(await compare({ before: after, after: await other }), { ...expected, picture: "before" });
    };

    it("a file that is not a picture", () => refused(Buffer.from("<!doctype html><p>Not found")));
    it("an empty file", () => refused(Buffer.alloc(0)));
    it("a truncated picture", async () => refused((await draw(lines(0, height))).subarray(0, 900)));
    it("a decompression bomb by its header", () => refused(pngHeader(60_000, 60_000)));
    it("an unsupported format", async () => {
      await refused(page([width, height], red));
      await refused(
        await sharp(await other)
          .tiff()
          .toBuffer(),
      );
    });
  });

  it("stops when it is aborted, and compares the next", async () => {
    const before = await picture(page([1280, 8000], lines(0, 8000)));
    const after = await picture(page([1280, 8000], lines(0, 8000, { x: 80 })));
    const abort = new AbortController();
    const calledOff = new Error("cancelled");
    setTimeout(() => abort.abort(calledOff), 50);
    const rules = { mode: "perceptual", visualization: "none", ignoreRegions: [], measuredBoxes: [] } as const;
    const ends: string[] = [];
    // The same work beside it, in a process of its own.
    const beside = comparer.compare({ before, after, ...rules }, { owner: "test" }).then(() => ends.push("compared"));
    const outcome = await comparer
      .compare({ before, after, ...rules }, { owner: "test", signal: abort.signal })
      .catch((error: unknown) => error)
      .finally(() => ends.push("stopped"));
    assert.strictEqual(outcome, calledOff);
    await beside;
    assert.deepEqual(ends, ["stopped", "compared"]);
    assert.equal((await compare(await changedPair())).outcome, "compared");
  });

  it("lets accounts take turns, so that one does not wait for all comparisons of another", async () => {
    const pair = await changedPair();
    const rules = { mode: "perceptual", visualization: "none", ignoreRegions: [], measuredBoxes: [] } as const;
    const ended: string[] = [];
    const owners = [...Array.from({ length: 8 }, () => "many"), "one"];
    await Promise.all(
      owners.map(async (owner) => {
        await comparer.compare({ ...pair, ...rules }, { owner });
        ended.push(owner);
      }),
    );
    assert.isBelow(ended.indexOf("one"), 5);
  });

  it("takes little memory for pages of 20,000 rows", async () => {
    const rows = 20_000;
    const before = await stripes(rows, 0);
    const after = await stripes(rows, 4_000);
    const { megabytes, changedPixels } = await peakOfComparing({ before, after });
    assert.equal(changedPixels, 1280 * 4_000);
    // Decoded, both take 205 MB, and a drawing takes as much as one of them.
    assert.isBelow(megabytes, 450);
  });
});

async function changedPair(): Promise<{ before: Buffer; after: Buffer }> {
  const blue = rect(10, 10, [20, 30, "#00f"]);
  return { before: await draw(blue), after: await draw(blue + red) };
}

function compared(result: ComparisonResult): Extract<ComparisonResult, { outcome: "compared" }> {
  if (result.outcome !== "compared") throw new Error(`The pictures were not compared: ${result.outcome}.`);
  return result;
}

async function drawingOf(comparison: Promise<ComparisonResult>) {
  const { visualization } = compared(await comparison);
  if (visualization === null) throw new Error("Nothing was drawn.");
  const { data, info } = await sharp(visualization.bytes)
    .toColourspace("srgb")
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return {
    ...visualization,
    size: () => [info.width, info.height],
    at: (x: number, y: number) => [...data.subarray((y * info.width + x) * 3, (y * info.width + x) * 3 + 3)],
  };
}

function assertLike(actual: number[], expected: number[], what: string): void {
  const maxDistance = Math.max(...expected.map((value, channel) => Math.abs(value - (actual[channel] ?? -999))));
  assert.isAtMost(maxDistance, 12, `${what}: ${actual.join(" ")}`);
}

/** Contrast of two colors, as WCAG 2 defines it. */
function contrastOf(one: number[], other: number[]): number {
  const luminance = (color: number[]) =>
    [0.2126, 0.7152, 0.0722].reduce((sum, weight, channel) => {
      const share = (color[channel] ?? 0) / 255;
      return sum + weight * (share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4);
    }, 0);
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** Indices of the pixels, of three bytes each, that are far from grey. */
function coloredPixels(data: Buffer): number[] {
  return Array.from({ length: data.length / 3 }, (_, pixel) => pixel).filter((pixel) => {
    const color = [...data.subarray(pixel * 3, pixel * 3 + 3)];
    return Math.max(...color) - Math.min(...color) > 60;
  });
}

/** A PNG that is all promise: a header of that size and nothing to fill it. */
function pngHeader(wide: number, high: number): Buffer {
  const body = Buffer.alloc(17);
  body.write("IHDR", "latin1");
  body.writeUInt32BE(wide, 4);
  body.writeUInt32BE(high, 8);
  body.set([8, 6], 12);
  const chunk = Buffer.alloc(25);
  chunk.writeUInt32BE(13);
  body.copy(chunk, 4);
  chunk.writeUInt32BE(crc32(body), 21);
  return Buffer.concat([Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]), chunk]);
}

/** A page of stripes, unlike those around them, `brighter` of its rows brighter than they would be. */
function stripes(rows: number, brighter: number): Promise<Buffer> {
  const pixels = Buffer.alloc(1280 * rows);
  for (let row = 0; row < rows; row += 1) {
    const level = row >= 9_000 && row < 9_000 + brighter ? 90 : 0;
    pixels.fill(level + (row % 64), row * 1280, row * 1280 + 640);
    pixels.fill(level + ((row * 7) % 61), row * 1280 + 640, (row + 1) * 1280);
  }
  return sharp(pixels, { raw: { width: 1280, height: rows, channels: 1 } })
    .png({ compressionLevel: 1 })
    .toBuffer();
}
