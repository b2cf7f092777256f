import { tmpdir } from "node:os";
import { assert } from "chai";
import type { Browser, Page } from "puppeteer";
import sharp from "sharp";
import { createComparer } from "#activities/compare/comparer.ts";
import type { ChangedArea, DiffMode } from "#schemas/diff.ts";
import { launchPlainBrowser } from "../support/plainBrowser.ts";

const paragraph =
  "Boats leave the north quay at 9.40 and at 13.50; a day's hire is 42.30 with the lamps, and the chandler closes on 31 March. ";

/** A typical page: small text on white and on color, cards with round corners, a curve, a gradient. */
const html = `<!doctype html><style>
  body { margin: 0; font: 15px/1.5 sans-serif; color: #222; background: #fff }
  .hero { background: linear-gradient(120deg, #1e3c72, #2a9d8f); color: #ffd166; padding: 40px; font-size: 32px }
  main { padding: 20px 40px } .cards { display: flex; gap: 20px }
  .card { flex: 1; border: 1px solid #ddd; border-radius: 8px; padding: 16px }
  .dot { width: 60px; height: 60px; border-radius: 50%; background: #e76f51 }
</style>
<div class=hero>Harbour <b>Lamps</b></div>
<main><h2>This week</h2><p>${paragraph.repeat(4)}</p>
  <div class=cards><div class=card><div class=dot></div><p>${paragraph}</p></div>
    <div class="card pale"><p>${paragraph}</p><p>Total: <span id=price>42.30</span></p></div>
    <div class=card><svg width=120 height=60><path d="M0 60Q30 0 60 30T120 10" fill=none stroke=#264653 stroke-width=2 /></svg><p>${paragraph}</p></div></div>
  <p>${paragraph.repeat(6)}</p></main>`;

describe("pages in Chromium", () => {
  const comparer = createComparer({ scratch: tmpdir() });
  let browser: Browser;
  let page: Page;
  let original: Buffer;
  before(async () => {
    browser = await launchPlainBrowser();
    page = await browser.newPage();
    await page.setViewport({ width: 1280, height: 800 });
    original = await shoot();
  });
  after(() => browser.close());

  async function shoot({ css = "", price = "42.30" } = {}): Promise<Buffer> {
    await page.setContent(`${html.replace("42.30</span>", `${price}</span>`)}<style>${css}</style>`);
    return Buffer.from(await page.screenshot({ type: "png" }));
  }

  const areas = (after: Buffer, mode: DiffMode) => areasOf(original, after, mode);

  async function areasOf(before: Buffer, after: Buffer, mode: DiffMode = "perceptual"): Promise<ChangedArea[]> {
    const pictures = { before, after };
    const rules = { mode, visualization: "none", ignoreRegions: [], measuredBoxes: [] } as const;
    const result = await comparer.compare({ ...pictures, ...rules }, { owner: "test" });
    if (result.outcome !== "compared") throw new Error(result.outcome);
    return result.areas;
  }

  describe("are equal in perceptual and differ in pixel mode,", () => {
    const unseen: Record<string, string> = {
      "set a third of a pixel aside": "main { position: relative; left: .3px }",
      "set half a pixel aside and down": "main { transform: translate(.5px, .5px) }",
      "set one pixel aside": "main { position: relative; left: 1px }",
      "set one pixel down": "main { position: relative; top: 1px }",
      "with corners a little rounder": ".card { border-radius: 8.4px }",
      "with text a shade lighter": "p { color: #282828 }",
    };
    for (const [name, css] of Object.entries(unseen)) {
      it(name, async () => {
        const after = await shoot({ css });
        assert.isNotEmpty(await areas(after, "pixel"));
        assert.deepEqual(await areas(after, "perceptual"), []);
      });
    }

    for (const quality of [80, 50]) {
      it(`as jpg of quality ${quality}`, async () => {
        const after = await sharp(original).jpeg({ quality }).toBuffer();
        assert.isNotEmpty(await areas(after, "pixel"));
        assert.deepEqual(await areas(after, "perceptual"), []);
      });
    }
  });

  describe("differ in perceptual mode, in one place,", () => {
    const seen: Record<string, { css?: string; price?: string }> = {
      "by one digit": { price: "47.30" },
      "by a comma for a point": { price: "42,30" },
      "by a pale tint": { css: ".pale { background: #f5f5f5 }" },
      "by a slightly paler dot": { css: ".dot { opacity: .92 }" },
      "by a red border of one pixel": { css: ".pale { border-color: #e00 }" },
      "by the color of a heading": { css: "h2 { color: #b03030 }" },
    };
    for (const [name, change] of Object.entries(seen)) {
      it(name, async () => {
        const after = await shoot(change);
        const [byPixels, asSeen] = [await areas(after, "pixel"), await areas(after, "perceptual")];
        assert.lengthOf(byPixels, 1);
        assert.lengthOf(asSeen, 1, JSON.stringify(asSeen));
        assertInside(asSeen[0], byPixels[0]);
      });
    }
  });

  describe("differ in perceptual mode, in one place of small text,", () => {
    const kinds: Record<string, string> = {
      small: "font: 13px sans-serif",
      pale: "font: 12px sans-serif; color: #888",
      dark: "font: 15px sans-serif; color: #eee; background: #223",
      figures: "font: 14px monospace",
    };
    const line = "Lamp 17: pier 6, open 9.40 to 17.30, €39.00 each, 12 left; ask Ilse";
    const changes: [old: string, changed: string][] = [
      ["pier 6", "pier 8"],
      ["17.30", "17.80"],
      ["12 left", "11 left"],
      ["€39.00", "€39,00"],
      ["each", "eaeh"],
      ["open", "oven"],
    ];
    for (const [kind, css] of Object.entries(kinds))
      for (const [old, changed] of changes)
        it(`${kind}: ${old} became ${changed}`, async () => {
          const before = await shootLine(line, css);
          const found = await areasOf(before, await shootLine(line.replace(old, changed), css));
          assert.lengthOf(found, 1, JSON.stringify(found));
        });

    it("in isolated text: 6 became 8", async () => {
      const found = await areasOf(await shootLine("6", kinds["small"]), await shootLine("8", kinds["small"]));
      assert.lengthOf(found, 1, JSON.stringify(found));
    });

    for (const [kind, css] of Object.entries(kinds))
      for (const shift of ["left: .25px", "left: .5px", "left: .75px", "left: 1px; top: 1px"])
        it(`but not if ${kind} text is moved by ${shift}`, async () => {
          for (const text of ["6", "17.30"]) {
            const set = await shootLine(text, `${css}; position: relative; ${shift}; background: none`);
            assert.deepEqual(await areasOf(await shootLine(text, `${css}; background: none`), set), [], text);
          }
        });

    for (const quality of [80, 50, 40])
      it(`but not as jpg of quality ${quality}`, async () => {
        for (const text of ["6", line]) {
          const before = await shootLine(text, kinds["small"]);
          const after = await sharp(before).jpeg({ quality }).toBuffer();
          assert.deepEqual(await areasOf(before, after), [], text);
        }
      });
  });

  async function shootLine(text: string, css = ""): Promise<Buffer> {
    await page.setContent(`<!doctype html><style>body { margin: 20px } p { ${css} }</style><p>${text}</p>`);
    return Buffer.from(await page.screenshot({ type: "png" }));
  }

  it("differ everywhere in a dark theme", async () => {
    const after = await shoot({ css: "body { background: #111; color: #eee }" });
    const [area] = await areas(after, "perceptual");
    assert.isAbove((area?.width ?? 0) * (area?.height ?? 0), 1280 * 600);
  });
});

function assertInside(inner: ChangedArea | undefined, outer: ChangedArea | undefined): void {
  if (inner === undefined || outer === undefined) throw new Error("There is no area.");
  const inside =
    inner.x >= outer.x &&
    inner.y >= outer.y &&
    inner.x + inner.width <= outer.x + outer.width &&
    inner.y + inner.height <= outer.y + outer.height;
  assert.isTrue(inside, `${JSON.stringify(inner)} in ${JSON.stringify(outer)}`);
}
