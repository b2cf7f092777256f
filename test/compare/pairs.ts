import type { Sharp } from "sharp";
import type { IgnoredBox } from "#activities/compare/clusters.ts";
import type { ChangedArea } from "#schemas/diff.ts";
import { ink, lines, page, picture, rect, unlike, words } from "./pages.ts";

/** Expected findings of a mode: pixels within 5 %, areas within 4 pixels. */
export type Expected = {
  pixels: number;
  areas: (readonly [status: ChangedArea["status"], x: number, y: number, width: number, height: number])[];
};

/** Two pictures with known answers. `compared` is given if it is not the whole taller picture. */
export type Pair = {
  before: () => Promise<Buffer>;
  after: () => Promise<Buffer>;
  ignoreRegions?: IgnoredBox[];
  compared?: number;
  /** `many`: expected pixels come from counting; areas are not checked. */
  pixel: Expected | "many";
  perceptual: Expected;
};

const [width, height] = [640, 800];
const whole = width * height;
const nothing: Expected = { pixels: 0, areas: [] };
const draw = (body: string, background?: string) => () => picture(page([width, height], body, background));
const tall = (rows: number, body: string) => () => picture(page([width, rows], body));
const down = (rows: number, body: string) => `<g transform="translate(0 ${rows})">${body}</g>`;
const text = lines(20, height);
const both = (expected: Expected) => ({ pixel: expected, perceptual: expected });
const jpg = (image: Sharp) => image.flatten({ background: "white" }).jpeg({ quality: 80 });
const circle = (x: number, fill: string) => `<circle cx="${x}" cy="300" r="100" fill="${fill}"/>`;
const gradient = (id: string, to: string) =>
  `<linearGradient id="${id}"><stop offset="0" stop-color="#fff"/><stop offset="1" stop-color="${to}"/></linearGradient>${rect(0, 0, [width, height, `url(#${id})`])}`;
const photo = (seed: number) =>
  Array.from({ length: 20 * 15 }, (_, index) => {
    const level = (seed * 7919 + index * index * 104_729) % 997;
    const fill = `rgb(${level % 256} ${(level * 3) % 256} ${(level * 7) % 256})`;
    return rect(200 + (index % 20) * 16, 200 + Math.floor(index / 20) * 16, [16, 16, fill]);
  }).join("");
const table = (rows: number[]) =>
  rows
    .map((row, index) => down(index * 40, rect(0, 0, [width, 39, "#eef"]) + words("SALE", { x: row * 30, y: 12 })))
    .join("");
const rowNumbers = Array.from({ length: 60 }, (_, index) => index);
/** A table with a row of 40 pixels for each number. */
const list = (rows: number[]) => rows.map((row, index) => down(index * 40, entry(row))).join("");
const entry = (row: number) =>
  rect(0, 0, [width, 39, "#eef"]) +
  words("SALE", { x: 20 + ((row * 53) % 180), y: 12 }) +
  rect(300, 8, [20 + ((row * 137) % 300), 22, "#456"]);
const changed = ([x, y]: readonly [number, number], wide: number, high: number) =>
  ["changed", x, y, wide, high] as const;
const unlikeWords = (one: string, other: string) =>
  Array.from(one).reduce((sum, letter, index) => sum + unlike(letter, other[index] ?? ""), 0);

/** Pairs of pages with known answers. */
export const pairs: Record<string, Pair> = {
  "the same file": { before: draw(text), after: draw(text), ...both(nothing) },
  "the same pixels, encoded otherwise": {
    before: draw(text),
    after: () => picture(page([width, height], text), (image) => image.webp({ lossless: true })),
    ...both(nothing),
  },
  "the same pixels, as a palette": {
    before: draw(rect(100, 100, [200, 200, "#c00"])),
    after: () =>
      picture(page([width, height], rect(100, 100, [200, 200, "#c00"])), (image) => image.png({ palette: true })),
    ...both(nothing),
  },
  "the same grey, in one channel": {
    before: draw(rect(100, 100, [200, 200, "#777"])),
    after: () =>
      picture(page([width, height], rect(100, 100, [200, 200, "#777"])), (image) => image.toColourspace("b-w").png()),
    ...both(nothing),
  },
  "a moved block": {
    before: draw(text + rect(100, 100, [200, 120, "#036"])),
    after: draw(text + rect(360, 500, [200, 120, "#036"])),
    ...both({ pixels: 48_000, areas: [changed([100, 100], 200, 120), changed([360, 500], 200, 120)] }),
  },
  "recolored text": {
    before: draw(words("SOLD OUT", { x: 300, y: 100 })),
    after: draw(words("SOLD OUT", { x: 300, y: 100, fill: "#c00" })),
    ...both({ pixels: ink("SOLD OUT"), areas: [changed([300, 100], 94, 14)] }),
  },
  "one changed digit": {
    before: draw(text + words("2031", { x: 500, y: 100 })),
    after: draw(text + words("2081", { x: 500, y: 100 })),
    ...both({ pixels: unlike("3", "8"), areas: [changed([524, 100], 2, 14)] }),
  },
  "an image swapped": {
    before: draw(text + photo(1)),
    after: draw(text + photo(2)),
    ...both({ pixels: 320 * 240, areas: [changed([200, 200], 320, 240)] }),
  },
  "all set one pixel to the right": {
    before: draw(text + rect(400, 300, [100, 100, "#036"])),
    after: draw(`<g transform="translate(1 0)">${text + rect(400, 300, [100, 100, "#036"])}</g>`),
    pixel: "many",
    perceptual: nothing,
  },
  "all set one pixel down": {
    before: draw(text + rect(400, 300, [100, 100, "#036"])),
    after: draw(down(1, text + rect(400, 300, [100, 100, "#036"]))),
    pixel: "many",
    perceptual: nothing,
  },
  "text set a part of a pixel aside": {
    before: draw(text),
    after: draw(`<g transform="translate(.4 .3)">${text}</g>`),
    pixel: "many",
    perceptual: nothing,
  },
  "nothing but anti-aliasing": {
    before: draw(circle(300, "#036")),
    after: draw(circle(300.3, "#036")),
    pixel: "many",
    perceptual: nothing,
  },
  "a scroll bar": {
    before: draw(text),
    after: draw(text + rect(width - 15, 0, [15, height, "#ddd"]) + rect(width - 13, 2, [11, 300, "#888"])),
    ...both({ pixels: 15 * height, areas: [changed([width - 15, 0], 15, height)] }),
  },
  // Its text continues at row 770. The blank rows at its end are equal.
  "a page that grew": {
    before: tall(800, lines(20, 780)),
    after: tall(1000, lines(20, 980)),
    ...both({ pixels: 200 * width, areas: [["added", 0, 770, width, 200]] }),
  },
  "a page that shrank": {
    before: tall(1000, lines(20, 980)),
    after: tall(800, lines(20, 780)),
    ...both({ pixels: 200 * width, areas: [["removed", 0, 770, width, 200]] }),
  },
  "a row of a table inserted, and one far below removed": {
    before: tall(2_400, list(rowNumbers)),
    after: tall(2_400, list(rowNumbers.toSpliced(55, 1).toSpliced(2, 0, 77))),
    ...both({
      pixels: 80 * width,
      areas: [
        ["added", 0, 80, width, 40],
        ["removed", 0, 2_200, width, 40],
      ],
    }),
    compared: 2_440 * width,
  },
  "a row of a table removed, and one far below inserted": {
    before: tall(2_400, list(rowNumbers)),
    after: tall(2_400, list(rowNumbers.toSpliced(57, 0, 77).toSpliced(1, 1))),
    ...both({
      pixels: 80 * width,
      areas: [
        ["removed", 0, 40, width, 40],
        ["added", 0, 2_240, width, 40],
      ],
    }),
    compared: 2_440 * width,
  },
  "a notice shown, and a note of the same height gone at the end": {
    before: tall(2_400, list(rowNumbers.slice(0, 58)) + rect(0, 2_330, [width, 60, "#fc0"])),
    after: tall(2_400, rect(0, 0, [width, 60, "#036"]) + down(60, list(rowNumbers.slice(0, 58)))),
    ...both({
      pixels: 120 * width,
      areas: [
        ["added", 0, 0, width, 60],
        ["removed", 0, 2_330, width, 60],
      ],
    }),
    compared: 2_460 * width,
  },
  "a row of a table that changed in place": {
    before: tall(2_400, list(rowNumbers)),
    after: tall(2_400, list(rowNumbers.with(30, 77))),
    pixel: "many",
    perceptual: { pixels: 3_958, areas: [changed([369, 1_208], 161, 22), changed([141, 1_212], 75, 14)] },
  },
  "a dark theme": {
    before: draw(lines(20, height, { fill: "#222" })),
    after: draw(lines(20, height, { fill: "#eee" }), "#111"),
    ...both({ pixels: whole, areas: [changed([0, 0], width, height)] }),
  },
  "white to black": {
    before: draw(""),
    after: draw("", "#000"),
    ...both({ pixels: whole, areas: [changed([0, 0], width, height)] }),
  },
  "a tiny dot": {
    before: draw(text),
    after: draw(text + rect(500, 400, [3, 3, "#000"])),
    ...both({ pixels: 9, areas: [changed([500, 400], 3, 3)] }),
  },
  "a gradient that became steeper": {
    before: draw(gradient("one", "#eee")),
    after: draw(gradient("two", "#999")),
    pixel: "many",
    // Starts where both differ by 5.3 of 255 levels: 1/16 of the way to the 85 levels at the end.
    perceptual: { pixels: whole * (1 - 5.3 / 85), areas: [changed([40, 0], 600, height)] },
  },
  "a pale tint behind text": {
    before: draw(rect(320, 100, [300, 200, "#fff"]) + words("SOLD OUT", { x: 340, y: 120 })),
    after: draw(rect(320, 100, [300, 200, "#f4f4f4"]) + words("SOLD OUT", { x: 340, y: 120 })),
    ...both({ pixels: 300 * 200 - ink("SOLD OUT"), areas: [changed([320, 100], 300, 200)] }),
  },
  "a banner put in at the top": {
    before: tall(800, text),
    after: tall(861, rect(0, 0, [width, 61, "#036"]) + words("SALE", { x: 40, y: 20, fill: "#fff" }) + down(61, text)),
    ...both({ pixels: 61 * width, areas: [["added", 0, 0, width, 61]] }),
  },
  "a banner put in at the top, as jpg": {
    before: () => picture(page([width, 800], text), jpg),
    after: () => picture(page([width, 861], rect(0, 0, [width, 61, "#036"]) + down(61, text)), jpg),
    pixel: "many",
    perceptual: { pixels: 61 * width, areas: [["added", 0, 0, width, 61]] },
  },
  "a section gone from the middle": {
    before: tall(1000, lines(20, 400) + rect(0, 400, [width, 200, "#fc6"]) + down(600, lines(20, 400))),
    after: tall(800, lines(20, 400) + down(400, lines(20, 400))),
    ...both({ pixels: 200 * width, areas: [["removed", 0, 400, width, 200]] }),
  },
  "a row put into a table": {
    before: tall(440, table([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11])),
    after: tall(480, table([1, 2, 3, 4, 5, 12, 6, 7, 8, 9, 10, 11])),
    ...both({ pixels: 40 * width, areas: [["added", 0, 200, width, 40]] }),
  },
  "a banner put in and a word changed below": {
    before: tall(800, text + words("SOLD", { x: 400, y: 600 })),
    after: tall(860, rect(0, 0, [width, 60, "#036"]) + down(60, text + words("LATE", { x: 400, y: 600 }))),
    ...both({
      pixels: 60 * width + unlikeWords("SOLD", "LATE"),
      areas: [["added", 0, 0, width, 60], changed([400, 660], 46, 14)],
    }),
  },
  "one section gone and another put in": {
    before: tall(900, rect(0, 100, [width, 150, "#fc6"]) + down(250, lines(20, 620))),
    after: tall(950, down(100, lines(20, 620)) + rect(0, 750, [width, 200, "#6cf"])),
    ...both({
      pixels: (150 + 200) * width,
      areas: [
        ["added", 0, 750, width, 200],
        ["removed", 0, 100, width, 150],
      ],
    }),
    compared: width * (900 + 200),
  },
  "two changes far apart": {
    before: draw(text),
    after: draw(text + rect(400, 100, [50, 40, "#c00"]) + rect(400, 600, [30, 40, "#c00"])),
    ...both({ pixels: 3200, areas: [changed([400, 100], 50, 40), changed([400, 600], 30, 40)] }),
  },
  "near changes, which are one": {
    before: draw(text),
    after: draw(text + rect(400, 100, [50, 40, "#c00"]) + rect(462, 110, [50, 40, "#c00"])),
    ...both({ pixels: 4000, areas: [changed([400, 100], 112, 50)] }),
  },
  "the same page as png and as jpg": {
    before: draw(text + rect(320, 100, [200, 100, "#c00"]) + photo(3)),
    after: () => picture(page([width, height], text + rect(320, 100, [200, 100, "#c00"]) + photo(3)), jpg),
    pixel: "many",
    perceptual: nothing,
  },
  "a transparent background made white": {
    before: draw(rect(100, 100, [100, 100, "#036"]), "none"),
    after: draw(rect(100, 100, [100, 100, "#036"])),
    pixel: { pixels: whole - 10_000, areas: [changed([0, 0], width, height)] },
    perceptual: nothing,
  },
  "a word on a page of 16,000 rows": {
    before: tall(16_000, lines(20, 15_990) + words("SOLD", { x: 400, y: 9000 })),
    after: tall(16_000, lines(20, 15_990) + words("LATE", { x: 400, y: 9000 })),
    ...both({ pixels: unlikeWords("SOLD", "LATE"), areas: [changed([400, 9000], 46, 14)] }),
  },
  "a change in an ignored region": {
    before: draw(text + words("2031", { x: 500, y: 100 })),
    after: draw(text + words("1145", { x: 500, y: 100 })),
    ignoreRegions: [{ x: 490, y: 90, width: 100, height: 40 }],
    compared: whole - 4000,
    ...both(nothing),
  },
  "a change beside ignored regions that overlap": {
    before: draw(text + words("2031", { x: 500, y: 100 })),
    after: draw(text + words("1145", { x: 500, y: 100 }) + rect(400, 300, [40, 40, "#c00"])),
    ignoreRegions: [
      { x: 490, y: 90, width: 100, height: 40 },
      { x: 540, y: 60, width: 200, height: 100 },
    ],
    compared: whole - 50 * 40 - 100 * 100,
    ...both({ pixels: 1600, areas: [changed([400, 300], 40, 40)] }),
  },
  "an ignored region that a banner moved": {
    before: tall(800, text + words("2031", { x: 500, y: 100 })),
    after: tall(860, rect(0, 0, [width, 60, "#036"]) + down(60, text + words("1145", { x: 500, y: 100 }))),
    ignoreRegions: [{ x: 490, y: 90, width: 100, height: 40 }],
    compared: width * 860 - 2 * 4000,
    ...both({ pixels: 60 * width, areas: [["added", 0, 0, width, 60]] }),
  },
  "a box of one picture, which hides nothing at the same place of the other": {
    before: tall(800, text + words("2031", { x: 500, y: 100 })),
    after: tall(860, rect(0, 0, [width, 60, "#036"]) + down(60, text + words("1145", { x: 500, y: 100 }))),
    ignoreRegions: [{ x: 490, y: 20, width: 100, height: 100, of: "before" }],
    compared: width * 860 - 100 * 100,
    ...both({ pixels: 60 * width, areas: [["added", 0, 0, width, 60]] }),
  },
  "an element that moved to another line": {
    before: draw(text + words("2031", { x: 500, y: 100 })),
    after: draw(text + words("1145", { x: 300, y: 400 })),
    ignoreRegions: [
      { x: 490, y: 90, width: 100, height: 40, of: "before" },
      { x: 290, y: 390, width: 100, height: 40, of: "after" },
    ],
    compared: whole - 2 * 4000,
    ...both(nothing),
  },
  "nothing but ignored": {
    before: draw(text),
    after: draw("", "#000"),
    ignoreRegions: [{ x: 0, y: 0, width: 2000, height: 2000 }],
    compared: 0,
    ...both(nothing),
  },
};
