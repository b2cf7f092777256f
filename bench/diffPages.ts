import { lines, page, picture, rect, words } from "#test/compare/pages.ts";

const width = 1280;

/** Pairs of pages of a height: the same file, one changed word, everything moved by a pixel, and another theme. */
export async function pagePairs(height: number): Promise<Record<string, { before: Buffer; after: Buffer }>> {
  const body = (fill: string) =>
    [40, 340, 640, 940].map((x) => lines(140, height, { x, fill })).join("") +
    rect(0, 0, [width, 100, "#1e3c72"]) +
    words("HARBOUR LAMPS", { x: 40, y: 40, fill: "#fff" });
  const draw = (content: string, background?: string) => picture(page([width, height], content, background));
  const [before, word, aside, dark] = await Promise.all([
    draw(body("#222") + words("SOLD", { x: 1200, y: 400 })),
    draw(body("#222") + words("LATE", { x: 1200, y: 400 })),
    draw(`<g transform="translate(1 0)">${body("#222") + words("SOLD", { x: 1200, y: 400 })}</g>`),
    draw(body("#eee") + words("SOLD", { x: 1200, y: 400 }), "#111"),
  ]);
  return {
    "the same file": { before, after: before },
    "one word changed": { before, after: word },
    "a pixel aside": { before, after: aside },
    "another theme": { before, after: dark },
  };
}
