import { assert } from "chai";
import type { Colors, PaletteColor } from "#schemas/extracts/appearance.ts";
import { type ChromePages, openChromePages, textOf } from "./chromePages.ts";

/** Reads the colors of pages in Chromium. */
function useColors() {
  let pages: ChromePages;
  before(async () => {
    pages = await openChromePages();
  });
  after(() => pages.close());
  // A page of 800 by 1000 pixels.
  const colorsOf = async (style: string, body: string): Promise<Colors> => {
    const html = `<!doctype html><style>* { margin: 0; font: 10px/10px sans-serif } body { height: 1000px } ${style}</style>${body}`;
    return JSON.parse(textOf(await pages.extract(html, ["colors"]), "colors"));
  };
  const shares = ({ palette }: Colors, role: PaletteColor["role"]) =>
    Object.fromEntries(palette.filter((color) => color.role === role).map(({ hex, share }) => [hex, share]));
  const box = (style: string, inside = "") => `<div style="width: 400px; height: 200px; ${style}">${inside}</div>`;
  return { colorsOf, shares, box };
}

describe("colors: areas", () => {
  const { colorsOf, shares, box } = useColors();

  it("weights backgrounds by their uncovered area", async () => {
    const body =
      box("background: #ff0000", `<div style="width: 100px; height: 100px; background: #0000ff"></div>`) +
      box("background: #ff0000; margin-left: 600px");
    assert.deepEqual(shares(await colorsOf("body { overflow-x: hidden }", body), "background"), {
      "#ffffff": 0.85,
      "#ff0000": 0.1375,
      "#0000ff": 0.0125,
    });
    // The same on a page that scrolls sideways: 1,000 by 1,000 pixels.
    assert.deepEqual(shares(await colorsOf("", body), "background"), {
      "#ffffff": 0.84,
      "#ff0000": 0.15,
      "#0000ff": 0.01,
    });
  });

  it("composites translucent colors of any color space", async () => {
    const body = [
      box("background: rgba(0, 0, 0, .5)"),
      box(
        "background: color(srgb 1 0 0 / .5)",
        `<div style="width: 400px; height: 200px; background: rgb(0 0 255 / 50%)"></div>`,
      ),
      box("background: #000000; opacity: .5", `<div style="width: 400px; height: 100px; background: #ff0000"></div>`),
      box("background: oklch(0.628 0.2577 29.23)"),
      box("background: transparent"),
    ].join("");
    assert.deepEqual(shares(await colorsOf("", body), "background"), {
      "#ffffff": 0.6,
      "#808080": 0.15,
      "#8040bf": 0.1,
      "#ff0000": 0.1,
      "#ff8080": 0.05,
    });
  });

  it("divides a gradient's area among its colors and ignores pictures", async () => {
    const body =
      box("background: linear-gradient(90deg, #ff0000 10%, rgb(0, 255, 0), #0000ff)") +
      box("background: #123456 url(/a.png) center / cover") +
      box("background: #eeeeee url(/icon.png) no-repeat") +
      `<img src="/b-400x200.png" style="display: block">`;
    assert.deepEqual(shares(await colorsOf("", body), "background"), {
      "#ffffff": 0.6,
      "#eeeeee": 0.1,
      "#ff0000": 0.0333,
      "#00ff00": 0.0333,
      "#0000ff": 0.0333,
    });
  });

  it("merges colors that look alike", async () => {
    const colors = await colorsOf("", box("background: #ff0000") + box("background: #fe0101; height: 100px"));
    assert.deepEqual(shares(colors, "background"), { "#ffffff": 0.85, "#ff0000": 0.15 });
  });

  it("reads shadow roots and slotted elements", async () => {
    const body = `<x-box><b style="color: #ff0000">red</b></x-box><script>
      document.querySelector("x-box").attachShadow({ mode: "open" }).innerHTML = '<div style="width: 400px; height: 200px; background: #000000"><slot></slot></div>';
    </script>`;
    const colors = await colorsOf("", body);
    assert.deepEqual(shares(colors, "background"), { "#ffffff": 0.9, "#000000": 0.1 });
    assert.deepInclude(colors.contrast.pairs[0], { text: "#ff0000", background: "#000000", ratio: 5.25 });
  });
});

describe("colors: roles", () => {
  const { colorsOf, shares, box } = useColors();

  it("weights text by characters and borders by area", async () => {
    const body = `<p style="color: #ff0000">seventeen letters</p><p>and <span style="color: rgba(0, 0, 0, .5)">two</span></p>
      <p style="visibility: hidden; color: #00ff00">unseen</p><input value="not these">
      ${box("border: 10px solid #0000ff; box-sizing: border-box")}${box("border-top: 5px dotted #008800")}<style>input { border: 0 }</style>`;
    const colors = await colorsOf("", body);
    // 17, 3 and 3 of 23 characters; 2 × (400 + 200) × 10 = 12,000 and 400 × 5 = 2,000 of 14,000 pixels.
    assert.deepEqual(shares(colors, "text"), { "#ff0000": 0.7391, "#000000": 0.1304, "#808080": 0.1304 });
    assert.deepEqual(shares(colors, "border"), { "#0000ff": 0.8571, "#008800": 0.1429 });
  });

  it("finds accents in links and buttons", async () => {
    const body = `<a href="/" style="color: #cc0000">link</a> <a href="/b" style="color: #000000">plain</a>
      <a href="/c" style="display: block; width: 100px; height: 40px; color: #fff; background: #0055aa">Go</a>
      <button style="width: 100px; height: 40px; border: 2px solid #008800; box-sizing: border-box; background: #ffffff; color: #000">Stay</button>
      <button style="width: 100px; height: 40px; border: 0; background: #dddddd; color: #333333">Grey</button>`;
    // 4 characters of 10 px take about 4 × 10 × 10 / 2 = 200 pixels, the buttons 4,000 each.
    assert.deepEqual(shares(await colorsOf("", body), "accent"), {
      "#0055aa": 0.4878,
      "#008800": 0.4878,
      "#cc0000": 0.0244,
    });
  });

  it("finds the theme by the painted area", async () => {
    assert.equal((await colorsOf("", "x")).theme, "light");
    assert.equal((await colorsOf("html { background: #222222 }", "x")).theme, "dark");
    assert.equal((await colorsOf("body { background: #222222 }", "x")).theme, "dark");
    assert.equal((await colorsOf("html { color-scheme: dark }", "x")).theme, "dark");
    assert.equal((await colorsOf("html { color-scheme: light dark }", "x")).theme, "light");
    assert.equal(
      (await colorsOf("body { background: #222222 }", box("background: #fff; width: 800px; height: 900px"))).theme,
      "light",
    );
  });

  it("measures contrast by WCAG and ignores text on pictures", async () => {
    const body = `<p style="color: #777777">four</p><p style="color: #767676">five5</p>
      <p style="color: #949494; font: 24px sans-serif">large</p><p style="color: #959595; font: bold 18.66px sans-serif">bold!</p>
      <div style="position: relative; height: 200px"><img src="/hero-400x200.png" style="position: absolute; left: 0; top: 0; z-index: -1"><p style="color: #ffffff; width: 400px">ten letters</p></div>
      <p style="background: linear-gradient(red, blue); color: #ffffff">on it</p><p><img src="/inline-10x10.png"> beside</p>`;
    const { contrast } = await colorsOf("", body);
    const found = contrast.pairs.map(({ text, background, ratio, large, level }) => [
      text,
      background,
      ratio,
      large,
      level,
    ]);
    assert.sameDeepMembers(found, [
      ["#777777", "#ffffff", 4.47, false, "fail"],
      ["#767676", "#ffffff", 4.54, false, "AA"],
      ["#949494", "#ffffff", 3.03, true, "AA"],
      ["#959595", "#ffffff", 2.99, true, "fail"],
      ["#000000", "#ffffff", 21, false, "AAA"],
    ]);
    // 4 + 5 + 5 + 5 + 6 measured of 25 + 11 + 5; 4 and 5 of the 25 fail.
    assert.deepEqual([contrast.lowest, contrast.passing, contrast.unmeasured], [2.99, 0.64, 0.3902]);
  });
});
