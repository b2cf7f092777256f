import { expect } from "chai";
import sharp from "sharp";
import type { ScreenshotSpec } from "#schemas/renders/render.ts";
import { blue, failure, green, picture, red, useBrowser, white } from "./support.ts";

const shot = (given: Partial<ScreenshotSpec>): { screenshot: ScreenshotSpec } => ({
  screenshot: { format: "png", quality: 80, fullPage: false, ...given },
});
const box = (color: string, height: number, attributes = "") =>
  `<div ${attributes} style="height:${height}px;width:200px;background:${color}"></div>`;

describe("capture: the part of the page that a picture shows", () => {
  const browser = useBrowser();

  it("shows one element, also one below the viewport and taller than it", async () => {
    const url = browser.site.page(
      "/element",
      `<body style="margin:20px">${box("red", 500)}${box("blue", 700, "id=tall")}${box("green", 50, "id=small")}`,
    );
    const tall = await picture(await browser.capture({ url, ...shot({ selector: "#tall" }) }));
    expect([tall.width, tall.height]).to.deep.equal([200, 700]);
    expect(tall.count((color) => color.join() !== blue.join())).to.equal(0);
    const small = await picture(await browser.capture({ url, ...shot({ selector: "#small" }) }));
    expect([small.width, small.height]).to.deep.equal([200, 50]);
    expect(small.count((color) => color.join() !== green.join())).to.equal(0);
  });

  it("scrolls through the page first with fullPage, so that content above the element has loaded", async () => {
    const url = browser.site.page(
      "/element-lazy",
      `<body style="margin:0"><div id=grows style="height:10px"></div><div style="height:2000px"></div>${box("blue", 40, "id=end")}
      <script>new IntersectionObserver(([{ isIntersecting }]) => { if (isIntersecting) grows.style.height = "300px" }).observe(end)</script>`,
    );
    const { width, height, count } = await picture(
      await browser.capture({ url, ...shot({ selector: "#end", fullPage: true }) }),
    );
    expect([width, height]).to.deep.equal([200, 40]);
    expect(count((color) => color.join() !== blue.join())).to.equal(0);
  });

  it("fails for an element that is missing or has no size, and names the selector", async () => {
    const url = browser.site.page("/element-none", `<p id=empty style="display:none">x</p>`);
    for (const selector of ["#nothing", "#empty", "a::before("]) {
      const { code, message } = await failure(browser.capture({ url, ...shot({ selector }) }));
      expect(code).to.equal("selector_not_found");
      expect(message).to.include(JSON.stringify(selector));
    }
  });

  it("shows a part of the page, blank beyond its end", async () => {
    const url = browser.site.page("/clip", `<body style="margin:0">${box("red", 400)}${box("blue", 400)}`);
    const clip = { x: 100, y: 390, width: 120, height: 600 };
    const { width, height, at } = await picture(await browser.capture({ url, ...shot({ clip }) }));
    expect([width, height]).to.deep.equal([120, 600]);
    expect([at(0, 0), at(0, 10), at(99, 409), at(100, 10), at(0, 411)]).to.deep.equal([red, blue, blue, white, white]);
  });

  it("multiplies the pixels by the scale, and divides a large picture into parts without a seam", async () => {
    const url = browser.site.page(
      "/scale",
      `<body style="margin:0"><div style="height:9000px;background:linear-gradient(red 50%, blue 50%)"></div>`,
    );
    const emulation = { deviceScaleFactor: 2.5 };
    const { width, height, at } = await picture(
      await browser.capture({ url, emulation, viewport: { width: 1000, height: 300 }, ...shot({ fullPage: true }) }),
    );
    expect([width, height]).to.deep.equal([2_500, 22_500]);
    expect([at(0, 0), at(2_499, 11_240), at(0, 11_260), at(2_499, 22_499)]).to.deep.equal([red, red, blue, blue]);
  });

  it("leaves the background transparent where the page has none", async () => {
    const url = browser.site.page("/transparent", `<body style="margin:0">${box("red", 100)}`);
    const { screenshot } = await browser.capture({ url, ...shot({ omitBackground: true }) });
    const { data, info } = await sharp(screenshot?.bytes).raw().toBuffer({ resolveWithObject: true });
    expect(info.channels).to.equal(4);
    expect([...data.subarray(0, 4)]).to.deep.equal([255, 0, 0, 255]);
    const offset = (200 * info.width + 10) * 4;
    expect(data[offset + 3]).to.equal(0);
  });
});
