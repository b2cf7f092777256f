import { assert } from "chai";
import { parseSrcset } from "#activities/extract/images.ts";

type Expected = [url: string, width: number | null, density: number | null][];

/** Candidates by the HTML standard's algorithm. */
const cases: [srcset: string, expected: Expected][] = [
  ["", []],
  [" , ,", []],
  ["a.png", [["a.png", null, 1]]],
  [
    "a.png 1x, b.png 2.5x",
    [
      ["a.png", null, 1],
      ["b.png", null, 2.5],
    ],
  ],
  [
    "a.png 320w,b.png 640w",
    [
      ["a.png", 320, null],
      ["b.png", 640, null],
    ],
  ],
  ["a.png,b.png 2x", [["a.png,b.png", null, 2]]],
  [
    "a.png, b.png",
    [
      ["a.png", null, 1],
      ["b.png", null, 1],
    ],
  ],
  [
    "a.png,,, b.png 2x",
    [
      ["a.png", null, 1],
      ["b.png", null, 2],
    ],
  ],
  ["data:image/png;base64,AA== 2x", [["data:image/png;base64,AA==", null, 2]]],
  ["a.png 640w 480h", [["a.png", 640, null]]],
  ["a.png 480h, b.png", [["b.png", null, 1]]],
  ["a.png 1x 2x, b.png 3x", [["b.png", null, 3]]],
  ["a.png 1x 320w, b.png", [["b.png", null, 1]]],
  ["a.png 0w, b.png -1x, c.png 0x", [["c.png", null, 0]]],
  [
    "a.png 1.5w, b.png +1x, c.png 1e1x, d.png .5x, e.png 1.x",
    [
      ["c.png", null, 10],
      ["d.png", null, 0.5],
    ],
  ],
  ["a.png 2X, b.png 2dpi, c.png", [["c.png", null, 1]]],
  ["a.png (1x, 2x) 2x, b.png", [["b.png", null, 1]]],
  ["a.png (", []],
  [
    "\n a.png\t1x\f,\r b.png \n 2x ",
    [
      ["a.png", null, 1],
      ["b.png", null, 2],
    ],
  ],
  ["a.png 99999999999999999999999w", [["a.png", 1e23, null]]],
];

describe("srcset", () => {
  for (const [srcset, expected] of cases) {
    it(`is parsed like a browser does: ${JSON.stringify(srcset)}`, () => {
      assert.deepEqual(
        parseSrcset(srcset).map(({ url, width, density }) => [url, width, density]),
        expected,
      );
    });
  }
});
