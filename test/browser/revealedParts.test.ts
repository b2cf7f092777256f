import { expect } from "chai";
import sharp from "sharp";
import type { ScreenshotSpec } from "#schemas/renders/render.ts";
import { green, picture, type Picture, useBrowser } from "./support.ts";

const viewport = { width: 400, height: 300 };
const block = `<div style="height:200px;background:green"></div>`;
/** Rows of a page above and below its part, which has 200 green rows from 1,000 px on. */
const around = (part: string, style = "") =>
  `<style>body { margin: 0 } ${style}</style><div style="height:1000px"></div><main>${part}</main><div style="height:900px"></div>`;

describe("capture: parts below the viewport", () => {
  const browser = useBrowser();
  before(async () => {
    const image = await sharp({ create: { width: 10, height: 10, channels: 3, background: { r: 0, g: 128, b: 0 } } })
      .png()
      .toBuffer();
    browser.site.route(
      "/image.png",
      (request, response) =>
        void setTimeout(
          () => response.writeHead(200, { "content-type": "image/png" }).end(image),
          request.url?.includes("slow") === true ? 1_500 : 40,
        ),
    );
  });

  const shoot = async (html: string, part: Partial<ScreenshotSpec>): Promise<Picture> =>
    picture(
      await browser.capture({
        url: browser.site.page("/page", html),
        viewport,
        screenshot: { format: "png", quality: 80, fullPage: false, ...part },
      }),
    );
  const countGreen = ({ count }: Picture) => count((color) => color.join() === green.join());

  const image = (attributes: string) => `<img ${attributes} style="width:400px;height:200px;display:block">`;
  const observed = (show: string) =>
    `<script>const observer = new IntersectionObserver((entries) => { for (const { isIntersecting, target } of entries) if (isIntersecting) { ${show} } });
    document.querySelectorAll(".late").forEach((element) => observer.observe(element))</script>`;

  const kinds: Record<string, string> = {
    "a lazy image of the browser's own": around(image(`loading=lazy src="/image.png"`)),
    "an image on its way": around(image(`loading=lazy src="/image.png?slow"`)),
    "a part that the browser skips": around(
      `<section style="content-visibility:auto;contain-intrinsic-size:auto 200px">${block}</section>`,
    ),
    "an element that fades in": around(
      `<div class=late style="height:200px;background:green"></div>${observed(`target.classList.add("in")`)}`,
      ".late { opacity: 0; transition: opacity 1s } .in { opacity: 1 }",
    ),
    "a background that a script sets": around(
      `<div class=late style="height:200px"></div>${observed(`target.style.background = "url(/image.png) 0 0 / cover"`)}`,
    ),
    "content that a script inserts": around(
      `<div class=late style="height:200px"></div>${observed(`target.innerHTML = ${JSON.stringify(image(`loading=lazy src=/image.png?slow`))}`)}`,
    ),
    "a lazy image of an element that scrolls": `<style>body { margin: 0 } #app { height: 300px; overflow: auto }</style><div id=app>${around(image(`loading=lazy src="/image.png"`))}</div>`,
  };
  const clip = { x: 0, y: 900, width: 400, height: 400 };
  for (const [what, html] of Object.entries(kinds)) {
    it(`clip shows ${what}`, async () => {
      expect(countGreen(await shoot(html, { clip }))).to.equal(400 * 200);
    });
  }

  it("selector shows all of an element that is taller than the viewport", async () => {
    for (const part of [
      image(`loading=lazy src="/image.png"`),
      `<div class=late style="height:200px"></div>${observed(`target.style.background = "green"`)}`,
      `<section style="content-visibility:auto;contain-intrinsic-size:auto 200px">${block}</section>`,
    ]) {
      const shot = await shoot(around(`<div style="height:4000px"></div>${part}`), { selector: "main" });
      expect(shot.height).to.equal(4_200);
      expect(countGreen(shot), part).to.equal(400 * 200);
    }
  });

  it("a part in the viewport does not scroll the page", async () => {
    const html = around(
      `<div style="height:4000px"></div>${image(`loading=lazy src="/image.png"`)}`,
      `body { background: red } `,
    ).replace("<main>", `<script>onscroll = () => { document.body.style.background = "blue" }</script><main>`);
    const shot = await shoot(html, { clip: { x: 0, y: 100, width: 400, height: 200 } });
    expect(shot.at(5, 5)).to.deep.equal([255, 0, 0]);
  });
});
