import { assert } from "chai";
import type { Design } from "#schemas/extracts/appearance.ts";
import { type ChromePages, openChromePages, textOf } from "./chromePages.ts";

/** Reads the design of pages in Chromium. */
function useDesign() {
  let pages: ChromePages;
  before(async () => {
    pages = await openChromePages({
      "/own.css": `@import url("/imported.css"); @media (min-width: 30em) { p { margin: 1px } } :root { --own: 1 }`,
      "/imported.css":
        "@keyframes imported { to { opacity: 1 } } @media (max-width: 700px) { p { margin: 1px } b { margin: 1px } }",
      "/foreign.css": ":root { --foreign: #abcdef } @media (min-width: 999px) { p { margin: 1px } }",
    });
  });
  after(() => pages.close());
  const designOf = async (html: string): Promise<Design> =>
    JSON.parse(textOf(await pages.extract(`<!doctype html>${html}`, ["design"]), "design"));
  return { designOf };
}

describe("design: style sheets and colors", () => {
  const { designOf } = useDesign();

  it("reads every style sheet that applies and counts the unreadable ones", async () => {
    const html = `<link rel="stylesheet" href="/own.css"><link rel="stylesheet" href="OTHER-ORIGIN/foreign.css"><link rel="stylesheet" href="/own.css" disabled>
      <style>.dark { --own: 2; --sub: calc(1px * 2) }</style><x-a></x-a><x-a></x-a><script>
      const shared = new CSSStyleSheet();
      shared.replaceSync(":host { --part: blue } @media (400px <= width < 800px) { p { margin: 0 } }");
      for (const host of document.querySelectorAll("x-a")) {
        const root = host.attachShadow({ mode: "open" });
        root.adoptedStyleSheets = [shared];
        root.innerHTML = "<style>@supports (display: grid) { @media (width > 50rem) { p { margin: 0; & b { margin: 0 } } } }</style>";
      }
    </script>`;
    const { stylesheets, breakpoints, cssVariables, motion } = await designOf(html);
    // Linked, imported, the style element, the adopted one, and one in each shadow root.
    assert.deepEqual(stylesheets, { read: 6, skipped: 1 });
    assert.deepEqual(breakpoints, [
      { width: 400, bound: "min", count: 1 },
      { width: 480, bound: "min", count: 1 },
      { width: 700, bound: "max", count: 2 },
      { width: 800, bound: "min", count: 4 },
      { width: 800, bound: "max", count: 1 },
    ]);
    assert.sameDeepMembers(cssVariables, [
      { name: "--own", value: "1", selector: null },
      { name: "--foreign", value: "#abcdef", selector: null },
      { name: "--own", value: "2", selector: ".dark" },
      { name: "--sub", value: "calc(1px * 2)", selector: ".dark" },
    ]);
    assert.deepEqual(motion.keyframes, ["imported"]);
  });

  it("names colors by role and by variable", async () => {
    const html = `<style>:root { --brand: rgb(200, 30, 30); --text: hsl(0 0% 20%); --unit: 4px }
      * { margin: 0 } body { height: 1000px; color: var(--text); font: 16px/1.5 sans-serif }
      .card { width: 400px; height: 300px; background: #f0f0f0; border: 1px solid #cccccc }
      button { width: 120px; height: 40px; border: 0; color: #fff; font: inherit } .main { background: var(--brand) } .other { background: #1e1ec8; width: 60px }
      small { color: #777777 } a { color: #006600 }</style>
      <p>Plain words on the page <small>and lesser ones</small> <a href="/">a link</a></p><div class="card"></div><button class="main">Buy</button><button class="main">Buy</button><button class="other">Look</button>`;
    const { colors } = await designOf(html);
    assert.deepEqual(colors, [
      { role: "background", hex: "#ffffff", variable: null },
      { role: "surface", hex: "#f0f0f0", variable: null },
      { role: "text", hex: "#333333", variable: "--text" },
      { role: "mutedText", hex: "#777777", variable: null },
      { role: "border", hex: "#cccccc", variable: null },
      { role: "primary", hex: "#c81e1e", variable: "--brand" },
      { role: "secondary", hex: "#1e1ec8", variable: null },
      { role: "link", hex: "#006600", variable: null },
    ]);
  });
});

describe("design: type, spacing and fonts", () => {
  const { designOf } = useDesign();

  it("finds the scales of type and spacing", async () => {
    const html = `<style>* { margin: 0; padding: 0 } body { font: 16px/24px sans-serif } h1 { font: 700 32px/40px serif; margin-bottom: 24px } code { font: 14px monospace }
      .wrap { width: 300px; margin: 0 auto; padding: 8px 16px; display: grid; gap: 8px 24px } .far { margin-top: 900px }</style>
      <div class="wrap"><h1>Ten letter</h1><p>Sixty characters of text in all, as they are counted here: ok.</p><code>eight ch</code></div><div class="far"></div>`;
    const { typography, spacing } = await designOf(html);
    assert.deepEqual(typography.families, [
      { family: "sans-serif", renderedWith: "sans-serif", role: "body", share: 0.775 },
      { family: "serif", renderedWith: "serif", role: "heading", share: 0.125 },
      { family: "monospace", renderedWith: "monospace", role: "code", share: 0.1 },
    ]);
    assert.deepEqual(typography.scale, [
      { size: 14, share: 0.1 },
      { size: 16, share: 0.775 },
      { size: 32, share: 0.125 },
    ]);
    assert.deepEqual(typography.lineHeights, [
      { ratio: 1.5, share: 0.775 },
      { ratio: 1.25, share: 0.125 },
      { ratio: null, share: 0.1 },
    ]);
    assert.deepEqual(typography.styles[1], {
      element: "h1",
      family: "serif",
      renderedWith: "serif",
      size: 32,
      weight: 700,
      lineHeight: 1.25,
      color: "#000000",
    });
    assert.deepEqual(spacing, {
      base: 8,
      scale: [
        { value: 8, count: 2 },
        { value: 16, count: 1 },
        { value: 24, count: 2 },
      ],
    });
  });

  it("names the requested families and the ones that draw them", async () => {
    const html = `<style>* { margin: 0 } body { font: 16px "Georgia Not Here", serif } h1 { font: 32px "Nowhere Sans" }
      button { width: 120px; height: 40px; border: 0; background: #00f; font: 16px "Nowhere Sans", sans-serif }</style>
      <h1>Ten letter</h1><p>Thirty characters of text here</p><button>Buy</button>`;
    const { typography, components } = await designOf(html);
    assert.deepEqual(
      typography.families.map(({ family, renderedWith, role }) => [family, renderedWith, role]),
      [
        ["Georgia Not Here", "serif", "body"],
        ["Nowhere Sans", null, "heading"],
      ],
    );
    assert.deepEqual(
      typography.styles.map(({ element, family, renderedWith }) => [element, family, renderedWith]),
      [
        ["body", "Georgia Not Here", "serif"],
        ["h1", "Nowhere Sans", null],
      ],
    );
    assert.deepInclude(components.buttons[0], { fontFamily: "Nowhere Sans", renderedWith: "sans-serif" });
  });
});

describe("design: components and motion", () => {
  const { designOf } = useDesign();

  it("groups components by look and reads motion", async () => {
    const html = `<style>.btn { display: inline-block; padding: 8px 16px; border-radius: 4px; background: rgba(0, 0, 255, .5); color: #fff; transition: all .15s cubic-bezier(.4, 0, .2, 1), color 300ms linear }
      .card { width: 200px; height: 100px; border-radius: 8px; box-shadow: 0 1px 2px #000; background: #fff }
      .spin { width: 9px; height: 9px; animation: spin 1s linear infinite } @keyframes spin { to { rotate: 1turn } }</style>
      <a class="btn" href="/a">First</a><a class="btn" href="/b">Second</a><a class="btn" style="background: linear-gradient(#111, #222)" href="/c">Third</a>
      <input placeholder="Where to?" style="border: 1px solid #ccc; padding: 4px; font: 12px monospace" value="typed"><div class="card">One</div><div class="card">Two</div><div class="card"></div><div class="spin"></div>`;
    const { components, motion, radii, shadows } = await designOf(html);
    assert.deepEqual(
      components.buttons.map(({ count, sample, background, radius, padding }) => [
        count,
        sample,
        background,
        radius,
        padding,
      ]),
      [
        [2, "First", "#0000ff80", "4px", "8px 16px"],
        [1, "Third", "linear-gradient(rgb(17, 17, 17), rgb(34, 34, 34))", "4px", "8px 16px"],
      ],
    );
    const [input] = components.inputs;
    assert.deepInclude(input, {
      sample: "Where to?",
      border: "1px solid #cccccc",
      fontFamily: "monospace",
      renderedWith: "monospace",
      fontSize: 12,
    });
    const [card] = components.cards;
    assert.deepInclude(card, { count: 2, sample: "One", radius: "8px", shadow: "rgb(0, 0, 0) 0px 1px 2px 0px" });
    assert.deepEqual(motion, {
      durations: [
        { milliseconds: 150, count: 3 },
        { milliseconds: 300, count: 3 },
        { milliseconds: 1000, count: 1 },
      ],
      easings: [
        { value: "linear", count: 4 },
        { value: "cubic-bezier(0.4, 0, 0.2, 1)", count: 3 },
      ],
      animations: [{ value: "spin", count: 1 }],
      keyframes: ["spin"],
      reducedMotion: false,
    });
    assert.deepEqual(radii, [
      { value: "4px", count: 3 },
      { value: "8px", count: 3 },
    ]);
    assert.deepEqual(shadows, [{ value: "rgb(0, 0, 0) 0px 1px 2px 0px", count: 3 }]);
  });
});
