import { expect } from "chai";
import sharp from "sharp";
import type { RenderSpec } from "#schemas/renders/render.ts";
import { blue, fullPage, green, picture, red, type Rgb, useBrowser, white } from "./support.ts";

const viewport = { width: 400, height: 300 };

/** A page on which each row of CSS pixels has its row number as colour. */
const numbered = (height: number) => `<meta name=viewport content="width=device-width">
  <style>body { margin: 0 } canvas { display: block; width: 100%; image-rendering: pixelated }</style><body><script>
  for (let top = 0; top < ${height}; top += 1000) {
    const canvas = document.createElement("canvas");
    canvas.width = 1;
    canvas.height = Math.min(1000, ${height} - top);
    canvas.style.height = canvas.height + "px";
    const context = canvas.getContext("2d");
    const image = context.createImageData(1, canvas.height);
    new Uint32Array(image.data.buffer).forEach((_, row, all) => { all[row] = (top + row) | 0xff000000 });
    context.putImageData(image, 0, 0);
    document.body.append(canvas);
  }
</script>`;

/** Row numbers of a screenshot, read along one column. */
async function rowNumbers(bytes: Buffer, left: number): Promise<number[]> {
  const image = sharp(bytes, { limitInputPixels: false });
  const { height } = await image.metadata();
  const column = await image.extract({ left, top: 0, width: 1, height }).removeAlpha().raw().toBuffer();
  return Array.from({ length: height }, (_, row) => column.readUIntLE(row * 3, 3));
}

describe("capture: the whole page, exactly", () => {
  const browser = useBrowser();
  const bytesOf = async (spec: Partial<RenderSpec> & { url: string }): Promise<Buffer> =>
    (await browser.capture({ ...fullPage, ...spec })).screenshot?.bytes ?? Buffer.alloc(0);

  for (const [what, options, height, scale] of [
    ["60,000 px", { viewport: { width: 200, height: 1000 } }, 60_000, 1],
    ["a height no viewport divides", { viewport: { width: 300, height: 777 } }, 33_333, 1],
    ["a phone of scale 3", { device: "iphone-15-pro" }, 9_001, 3],
    ["a phone of a scale that is no whole number", { device: "pixel-2" }, 8_000, 2.625],
  ] as const) {
    it(`has every row once and at its position at ${what}`, async () => {
      const bytes = await bytesOf({ url: browser.site.page("/numbered", numbered(height)), ...options });
      const rows = await rowNumbers(bytes, 3);
      expect(rows).to.have.length(Math.round(height * scale));
      const wrong = rows.findIndex(
        (number, row) => Math.abs(number - Math.floor(row / scale)) > (Number.isInteger(scale) ? 0 : 1),
      );
      expect(wrong, "first row out of place").to.equal(-1);
    });
  }

  it("has the same rows in jpg, to 60,000 px and the last one", async () => {
    const band = (index: number) =>
      `<div style="height:500px;background:${["red", "green", "blue"][index % 3]}"></div>`;
    const html = `<body style="margin:0">${Array.from({ length: 120 }, (_, index) => band(index)).join("")}`;
    const bytes = await bytesOf({
      url: browser.site.page("/bands", html),
      viewport: { width: 200, height: 1000 },
      screenshot: { format: "jpg", quality: 90, fullPage: true },
    });
    const rows = await rowNumbers(bytes, 100);
    expect(rows).to.have.length(60_000);
    const colorOf = (row: number) => [0x0000ff, 0x008000, 0xff0000][Math.floor(row / 500) % 3] ?? 0;
    const off = (row: number) =>
      [0, 8, 16].some((bits) => Math.abs((((rows[row] ?? 0) >> bits) & 255) - ((colorOf(row) >> bits) & 255)) > 6);
    const wrong = rows.findIndex((_, row) => row % 500 > 15 && row % 500 < 485 && off(row));
    expect(wrong, "first row of another colour").to.equal(-1);
    expect(off(59_999), "the last row").to.equal(false);
  });

  it("does not stretch what is as high as the viewport", async () => {
    const units = ["vh", "svh", "lvh", "dvh"];
    const html = `<body style="margin:0">${units.map((unit, index) => `<div style="height:100${unit};background:${index % 2 === 0 ? "red" : "green"}"></div>`).join("")}<div style="height:2000px"></div>`;
    const bytes = await bytesOf({ url: browser.site.page("/units", html), viewport });
    expect(runsOf(await rowNumbers(bytes, 10)).map(({ from, to }) => to - from)).to.deep.equal([300, 300, 300, 300]);
  });

  it("has the page's final height when images and scripts make it grow", async () => {
    browser.site.page(
      "/tall.svg",
      `<svg xmlns="http://www.w3.org/2000/svg" width="100" height="700"><rect width="100" height="700" fill="red"/></svg>`,
      { headers: { "content-type": "image/svg+xml" } },
    );
    const url = browser.site.page(
      "/grows",
      `<body style="margin:0"><div style="height:1000px"></div><img loading=lazy src="/tall.svg" style="display:block"><div id=end style="height:10px;background:blue"></div><script>
      new IntersectionObserver(([{ isIntersecting }], observer) => { if (isIntersecting) { observer.disconnect(); setTimeout(() => { end.style.height = "300px" }, 30) } }).observe(end)</script>`,
    );
    const shot = await picture(await browser.capture({ url, viewport, ...fullPage }));
    expect(shot.height).to.equal(2_000);
    expect([shot.at(5, 1_699), shot.at(5, 1_999)] satisfies Rgb[]).to.deep.equal([red, blue]);
  });
});

describe("capture: the whole page, parts that scroll or stay", () => {
  const browser = useBrowser();
  const bytesOf = async (spec: Partial<RenderSpec> & { url: string }): Promise<Buffer> =>
    (await browser.capture({ ...fullPage, ...spec })).screenshot?.bytes ?? Buffer.alloc(0);

  it("shows fixed and sticky elements once: at the top, at the bottom, and at their position", async () => {
    for (const height of [2_000, 40_000]) {
      const html = `<style>body { margin: 0 } header, footer { position: fixed; width: 50px; height: 40px } header { top: 0; left: 0; background: red }
        footer { bottom: 0; left: 50px; background: blue } .top { position: sticky; top: 0; height: 30px; margin-left: 100px; background: #ff00ff } .bottom { position: sticky; bottom: 0; height: 30px; margin-left: 100px; background: #00ffff }</style>
        <header></header><footer></footer><div style="height:900px"></div><div class=top></div><div style="height:470px"></div><div class=bottom></div><div style="height:${height - 1_430}px"></div>`;
      const bytes = await bytesOf({ url: browser.site.page("/fixed", html), viewport });
      const runs = async (left: number) => runsOf(await rowNumbers(bytes, left));
      expect(await runs(10)).to.deep.equal([{ color: 0x0000ff, from: 0, to: 40 }]);
      expect(await runs(60)).to.deep.equal([{ color: 0xff0000, from: height - 40, to: height }]);
      expect(await runs(300)).to.deep.equal([
        { color: 0xff00ff, from: 900, to: 930 },
        { color: 0xffff00, from: 1_400, to: 1_430 },
      ]);
    }
  });

  for (const [what, html] of [
    [
      "a pane beside a side bar",
      `<div style="display:flex;height:100vh"><nav style="width:100px;background:red"></nav><main style="flex:1;overflow-y:auto">…</main></div>`,
    ],
    [
      "a pane below a header, in a column",
      `<div style="display:flex;flex-direction:column;height:100%"><main style="flex:1;min-height:0;overflow:auto">…</main></div>`,
    ],
    ["a pane laid over the window", `<div style="position:fixed;inset:0;overflow:auto">…</div>`],
    [
      "a pane in a grid",
      `<div style="display:grid;grid-template-rows:0 minmax(0,1fr);height:100vh"><div></div><section style="overflow-y:scroll">…</section></div>`,
    ],
    ["the body itself", "…"],
  ] as const) {
    it(`expands an application that scrolls in ${what}`, async () => {
      browser.site.page(
        "/late.svg",
        `<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><rect width="10" height="10" fill="green"/></svg>`,
        { headers: { "content-type": "image/svg+xml" } },
      );
      const content = `<div style="height:3500px"></div><img loading=lazy src="/late.svg" style="display:block;width:100%;height:100px"><div style="height:400px;background:blue"></div>`;
      const url = browser.site.page(
        "/app",
        `<style>html { height: 100%; overflow: hidden } body { margin: 0; height: 100%; overflow: auto }</style>${html.replace("…", content)}`,
      );
      const shot = await picture(await browser.capture({ url, viewport, ...fullPage }));
      expect(shot.height).to.equal(4_000);
      expect([shot.at(300, 3_499), shot.at(300, 3_550), shot.at(300, 3_999)]).to.deep.equal([white, green, blue]);
    });
  }
});

type Run = { color: number; from: number; to: number };

/** Runs of consecutive rows of the same colour, without white ones. */
function runsOf(rows: number[]): Run[] {
  const runs: Run[] = [];
  for (const [row, color] of rows.entries()) {
    const last = runs.at(-1);
    if (last?.to === row && last.color === color) last.to = row + 1;
    else if (color !== 0xffffff) runs.push({ color, from: row, to: row + 1 });
  }
  return runs;
}
