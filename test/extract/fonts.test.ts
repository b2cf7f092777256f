import { assert } from "chai";
import type { Font } from "#schemas/extracts/appearance.ts";
import { type ChromePages, openChromePages, textOf } from "./chromePages.ts";

const face = (family: string, file: string, more = "") =>
  `@font-face { font-family: "${family}"; src: url(${file}); ${more} }`;
const regular = "/fonts/cousine-latin-400-normal.woff2";

/** Reads the fonts of pages in Chromium. */
function useFonts() {
  let pages: ChromePages;
  before(async () => {
    pages = await openChromePages({
      "/folder/sheet.css": face("Other Sans", "../fonts/cousine-latin-400-normal.woff2"),
      "/cousine.css": face("Cousine", regular),
    });
  });
  after(() => pages.close());
  const fontsOf = async (html: string): Promise<Font[]> =>
    JSON.parse(textOf(await pages.extract(html, ["fonts"]), "fonts"));
  return {
    get pages() {
      return pages;
    },
    fontsOf,
  };
}

describe("fonts: families", () => {
  const pages = useFonts();
  const { fontsOf } = pages;

  it("are the requested families with the family that draws the text", async () => {
    const html = `<style>
        ${face("Fine", regular)} ${face("Broken", "/fonts/missing.woff2")}
        p { font-family: "Missing Family", Broken, FINE, serif }
        b { font-family: "Missing Family", sans-serif } i { font-family: "Missing Family" }
      </style><p>twelve chars</p><b>four</b> <i>in it</i><u style="font-family: Broken; display: none">hidden</u>`;
    const fonts = await fontsOf(html);
    assert.deepEqual(
      fonts.map(({ family, renderedWith, loaded, usedBy }) => [family, renderedWith, loaded, usedBy]),
      [
        ["Missing Family", "Fine", false, 1],
        ["Fine", null, true, 0],
        ["Broken", null, false, 0],
      ],
    );
  });

  it("name a missing family and the first available one of its list", async () => {
    const html = `<style>${face("Broken", "/fonts/missing.woff2")}</style>
      <p style="font-family: 'Georgia Not Here', serif">eleven char</p><p style="font-family: 'Nowhere Sans'">nine char</p>
      <p style="font-family: broken, monospace">seven c</p><p style="font-family: system-ui, sans-serif">five.</p>`;
    const fonts = await fontsOf(html);
    assert.deepEqual(
      fonts.map(({ family, renderedWith, loaded }) => [family, renderedWith, loaded]),
      [
        ["Georgia Not Here", "serif", false],
        ["Nowhere Sans", null, false],
        ["Broken", "monospace", false],
        ["system-ui", "system-ui", true],
      ],
    );
  });

  it("name the substitute of a missing font", async () => {
    const asked = ["Arial", "Helvetica", "Times New Roman", "Courier New", "Georgia", "Liberation Sans", "DejaVu Sans"];
    const html = asked.map((family) => `<p style="font-family: '${family}', monospace">abc</p>`).join("");
    const drawn = await pages.pages.drawnFamilies(html, "p");
    const fonts = await fontsOf(html);
    assert.sameMembers(
      fonts.map(({ family }) => family),
      asked,
    );
    for (const { family, renderedWith, loaded } of fonts) {
      const actual = drawn[asked.indexOf(family)];
      const isKnown = actual === family || actual?.startsWith("Liberation") === true;
      const expected = loaded ? (isKnown ? [actual] : [actual, null]) : ["monospace"];
      assert.include(expected, renderedWith, `${family} is drawn in ${actual}`);
    }
  });
});

describe("fonts: weights, styles and sources", () => {
  const { fontsOf } = useFonts();

  it("have the declared weights and styles, else those in use", async () => {
    const html = `<style>
        ${face("Many", regular, "font-weight: 200 900")} ${face("Many", regular, "font-weight: bold; font-style: italic")}
        p { font-family: Many } b { font-family: monospace; font-weight: 600; font-style: italic }
      </style><p>abc</p><b>de</b>`;
    const fonts = await fontsOf(html);
    assert.deepEqual(
      fonts.map(({ family, weights, styles }) => [family, weights, styles]),
      [
        ["Many", [200, 700, 900], ["italic", "normal"]],
        ["monospace", [600], ["italic"]],
      ],
    );
  });

  it("resolve sources relative to the style sheet", async () => {
    const html = `<link rel="stylesheet" href="/folder/sheet.css"><style>
        @font-face { font-family: Listed; src: local("Listed"), url("a.woff2?v=1#x") format("woff2") tech(variations), url(b.ttf), url(c.xyz) format(opentype), url(data:font/woff2;base64,AAAA) }
        p { font-family: "Other Sans" }
      </style><p>abc</p>`;
    const fonts = await fontsOf(html);
    assert.deepEqual(fonts[0]?.sources, [
      { url: "https://page.test/fonts/cousine-latin-400-normal.woff2", format: "woff2" },
    ]);
    assert.deepEqual(fonts[1]?.sources, [
      { url: "https://page.test/a.woff2?v=1#x", format: "woff2" },
      { url: "https://page.test/b.ttf", format: "truetype" },
      { url: "https://page.test/c.xyz", format: "opentype" },
      { url: "data:font/woff2;base64,", format: null },
    ]);
  });

  it("of an unreadable style sheet have no sources", async () => {
    const html = `<link rel="stylesheet" href="OTHER-ORIGIN/cousine.css"><p style="font-family: Cousine">abc</p>`;
    const [font] = await fontsOf(html);
    assert.deepEqual(font, {
      family: "Cousine",
      renderedWith: "Cousine",
      weights: [400],
      styles: ["normal"],
      sources: [],
      loaded: true,
      usedBy: 1,
    });
  });

  it("include fonts added by scripts and in shadow roots", async () => {
    const html = `<x-text></x-text><script>
      document.fonts.add(new FontFace("By Script", "url(${regular})", { weight: "500" }));
      document.querySelector("x-text").attachShadow({ mode: "open" }).innerHTML = "<p style='font-family: By Script'>abc</p>";
    </script>`;
    const [font] = await fontsOf(html);
    assert.deepInclude(font, { family: "By Script", weights: [500], loaded: true, usedBy: 1 });
  });

  it("do not make the page fetch an unused font", async () => {
    const html = `<style>${face("Idle", "/fonts/cousine-latin-700-normal.woff2")} p { font-family: serif, Idle }</style><p>abc</p>`;
    const fonts = await fontsOf(html);
    assert.deepEqual(
      fonts.map(({ family, loaded }) => [family, loaded]),
      [
        ["serif", true],
        ["Idle", false],
      ],
    );
  });
});
