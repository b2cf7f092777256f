import { assert } from "chai";
import type { Image } from "#schemas/extracts/media.ts";
import { type ChromePages, openChromePages, textOf } from "./chromePages.ts";

describe("images", () => {
  let pages: ChromePages;
  before(async () => {
    pages = await openChromePages();
  });
  after(() => pages.close());

  const imagesOf = async (html: string): Promise<Image[]> =>
    JSON.parse(textOf(await pages.extract(html, ["images"]), "images"));
  const seen = async (html: string) =>
    (await imagesOf(html))
      .filter(({ visible }) => visible)
      .map(({ src }) => src?.split("/").at(-1)?.replace(".png", ""));

  it("are visible if scrolling shows a part of them", async () => {
    const at = (style: string, name: string) => `<div style="${style}"><img src="/${name}.png"></div>`;
    const html = [
      at("", "plain"),
      at("display: none", "none"),
      at("visibility: hidden", "hidden"),
      at("opacity: 0", "faded"),
      at("position: absolute; left: -9999px", "left"),
      at("position: absolute; left: 100px; top: 4000px", "below"),
      at("width: 0; height: 0; overflow: hidden", "clipped"),
      at("visibility: hidden; position: relative", "parent").replace("<img", '<img style="visibility: visible"'),
      '<details><summary>s</summary><img src="/closed.png"></details>',
      '<details open><summary>s</summary><img src="/open.png"></details>',
      '<img src="/beacon.png" width="1" height="1">',
      '<div style="display: contents"><img src="/contents.png"></div>',
    ].join("");
    assert.deepEqual(await seen(html), ["plain", "below", "parent", "open", "contents"]);
  });

  it("are visible inside the frame of a carousel only", async () => {
    const slide = (name: string, style = "") => `<img src="/${name}.png" style="flex: none; width: 100px; ${style}">`;
    const html = `<div style="width: 100px; overflow: hidden; position: relative"><div style="display: flex">
      ${slide("first")}${slide("second")}${slide("third", "position: absolute; left: 300px")}</div></div>
      <div style="width: 50px; overflow: hidden"><img src="/escapes.png" style="position: absolute; left: 300px; top: 300px"></div>
      <div style="width: 50px; overflow: hidden"><img src="/fixed.png" style="position: fixed; left: 300px; top: 400px"></div>`;
    assert.deepEqual(await seen(html), ["first", "escapes", "fixed"]);
  });

  it("include inputs, backgrounds, pseudo-elements, SVG and shadow roots", async () => {
    const html = `<style>
        #back { background: linear-gradient(red, blue), url("/back.png"); width: 50px; height: 40px }
        #pseudo::before { content: ""; background-image: url("/pseudo (1).png"); display: block; width: 9px; height: 9px }
        #unseen { background: url("/unseen.png"); display: none }
      </style><div id="back"></div><div id="back"></div><div id="pseudo">x</div><div id="unseen"></div>
      <input type="image" src="/input-30x20.png" alt="Go"><svg width="30" height="20" aria-label="Drawn"><image href="/inside.png"></svg><x-card></x-card>
      <script>document.querySelector("x-card").attachShadow({ mode: "open" }).innerHTML = '<img src="/shadow-30x20.png">';</script>`;
    const images = await imagesOf(html);
    assert.deepEqual(
      images.map(({ kind, src, alt, naturalWidth }) => [
        kind,
        src?.slice("https://page.test/".length),
        alt,
        naturalWidth,
      ]),
      [
        ["css", "back.png", null, null],
        ["css", "pseudo%20(1).png", null, null],
        ["img", "input-30x20.png", "Go", null],
        ["svg", undefined, "Drawn", 30],
        ["img", "shadow-30x20.png", null, 30],
      ],
    );
  });

  it("have the address that the browser chose or that a script will load", async () => {
    const blank = "data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==";
    const html = `<img src="/small.png" srcset="/big-128x96.png 1x">
      <picture><source srcset="/never.png" media="(min-width: 9000px)"><source srcset="/wide-90x60.png"><img src="/fallback.png"></picture>
      <img src="${blank}" data-src="/later.png"><img data-srcset="/later-1.png 1x, /later-2.png 2x" data-src="later-1.png"><img src="/missing.png"><img>`;
    const images = await imagesOf(html);
    assert.deepEqual(
      images.map(({ src, naturalWidth, kind }) => [src?.slice("https://page.test/".length), naturalWidth, kind]),
      [
        ["big-128x96.png", 128, "img"],
        ["wide-90x60.png", 90, "picture"],
        ["later.png", null, "img"],
        ["later-1.png", null, "img"],
        ["missing.png", 0, "img"],
        [undefined, 0, "img"],
      ],
    );
    assert.deepEqual(
      images[3]?.srcset.map(({ url }) => url),
      ["https://page.test/later-1.png", "https://page.test/later-2.png"],
    );
  });
});
