import { tmpdir } from "node:os";
import { assert } from "chai";
import type { Browser, Page } from "puppeteer";
import { createComparer } from "#activities/compare/comparer.ts";
import { runFindings } from "#activities/monitor/compareRun.ts";
import { regionsProbe, toRegions } from "#activities/monitor/regions.ts";
import { changeFacts } from "#activities/notify/alert/changeFacts.ts";
import type { PageRegion } from "#schemas/diff.ts";
import type { RunFindings } from "#schemas/monitor/run.ts";
import { launchPlainBrowser } from "../support/plainBrowser.ts";

const style = `<!doctype html><style>
  body { margin: 0; font: 16px/1.5 sans-serif; color: #222 }
  header { background: #1e3c72; color: #fff; padding: 20px 40px } main, .note { padding: 20px 40px }
  .grid { display: grid; grid-template-columns: repeat(3, 1fr); gap: 24px } ul { padding: 0; list-style: none }
  .product { border: 1px solid #ddd; padding: 12px } .sale { background: #c1121f; color: #fff; font-size: 30px; padding: 20px }
</style>`;
const product = (name: string, price: string) =>
  `<div class=product><h2>${name}</h2><p>${price}</p><p>Forged by hand.</p></div>`;
const products = [
  product("Anvil", "10.00"),
  product("Bellows", "20.00"),
  product("Chisel", "10.00"),
  product("Drill", "20.00"),
  product("Engraver", "10.00"),
];
const sale = `<div class="product sale">SALE!</div>`;
const shop = (cards: readonly string[], { more = "", layout = "grid" } = {}) =>
  `${style}<header>Smith's shop</header><main><div class="${layout}">${cards.join("")}</div></main>${more}`;

/** Picture and regions of a page, as a capture records them. */
type Shot = { picture: Buffer; regions: PageRegion[] };

describe("a change on a page in Chromium", function () {
  this.timeout(60_000);
  const comparer = createComparer({ scratch: tmpdir() });
  let browser: Browser;
  let page: Page;
  before(async () => {
    browser = await launchPlainBrowser();
    page = await browser.newPage();
    await page.setViewport({ width: 1000, height: 800 });
  });
  after(() => browser.close());

  async function shoot(html: string): Promise<Shot> {
    await page.setContent(html);
    const regions = toRegions(await page.evaluate(regionsProbe));
    return { picture: Buffer.from(await page.screenshot({ type: "png", fullPage: true })), regions };
  }

  async function findings(before: string, after: string, recorded = true): Promise<RunFindings> {
    const [old, now] = [await shoot(before), await shoot(after)];
    const rules = { mode: "perceptual", visualization: "none", ignoreRegions: [], measuredBoxes: now.regions } as const;
    const result = await comparer.compare({ before: old.picture, after: now.picture, ...rules }, { owner: "test" });
    if (result.outcome !== "compared") throw new Error(result.outcome);
    return runFindings(0, result, recorded ? { before: old.regions, after: now.regions } : null);
  }

  /** The names of the areas, each once, and the labels of added and removed regions. */
  async function named(before: string, after: string) {
    const { regions, pageRegions = [] } = await findings(before, after);
    const labels = (status: string) => [
      ...new Set(pageRegions.filter((region) => region.status === status).map(({ label }) => label)),
    ];
    return {
      areas: [...new Set(regions.map(({ region }) => region ?? null))],
      added: labels("added"),
      removed: labels("removed"),
    };
  }

  it("is named by the card added at the end, not by the first heading around it", async () => {
    const { areas, added, removed } = await named(shop(products), shop([...products, sale]));
    assert.deepEqual({ areas, added, removed }, { areas: ["SALE!"], added: ["SALE!"], removed: [] });
  });

  for (const layout of ["grid", "list"]) {
    it(`is named by the card added in the middle of a ${layout}`, async () => {
      const { areas, added, removed } = await named(
        shop(products, { layout }),
        shop([...products.slice(0, 1), sale, ...products.slice(1)], { layout }),
      );
      assert.include(areas, "SALE!");
      assert.notInclude(areas, "Anvil");
      assert.deepEqual({ added, removed }, { added: ["SALE!"], removed: [] });
    });

    it(`is named by the card removed from the middle of a ${layout}`, async () => {
      const { areas, added, removed } = await named(
        shop([...products.slice(0, 1), sale, ...products.slice(1)], { layout }),
        shop(products, { layout }),
      );
      assert.include(areas, "SALE!");
      assert.notInclude(areas, "Anvil");
      assert.deepEqual({ added, removed }, { added: [], removed: ["SALE!"] });
    });
  }

  describe("is described in a mail", () => {
    const said = async (before: string, after: string) => changeFacts(await findings(before, after));
    const loose = (text: string) => shop(products, { more: `<div class=note>${text}</div>` });

    it("by what was added, without cards that only moved", async () => {
      const inMiddle = [...products.slice(0, 1), sale, ...products.slice(1)];
      assert.deepEqual(await said(shop(products), shop(inMiddle)), [["Added", "SALE!"]]);
      assert.deepEqual(await said(shop(products), shop([...products, sale])), [["Added", "SALE!"]]);
      assert.deepEqual(await said(shop(products), shop([sale, ...products])), [["Added", "SALE!"]]);
    });

    it("by what was removed", async () => {
      const without = [...products.slice(0, 2), ...products.slice(3)];
      assert.deepEqual(await said(shop(products), shop(without)), [["Removed", "Chisel"]]);
      assert.deepEqual(await said(shop([...products, sale]), shop(products)), [["Removed", "SALE!"]]);
    });

    it("by the old and the new text and the card around it", async () => {
      const dearer = [...products.slice(0, 2), product("Chisel", "12.50"), ...products.slice(3)];
      assert.deepEqual(await said(shop(products), shop(dearer)), [["What changed", "12.50 (was: 10.00), in Chisel"]]);
    });

    it("by a heading's old and new text", async () => {
      const renamed = [...products.slice(0, 2), product("Long chisel", "10.00"), ...products.slice(3)];
      const [fact, ...others] = await said(shop(products), shop(renamed));
      assert.deepEqual([fact, others], [["What changed", "Long chisel (was: Chisel)"], []]);
    });

    it("by the text outside any region, or by coordinates without text", async () => {
      assert.deepEqual(await said(loose("Open until 5"), loose("Open until 9")), [
        ["What changed", "Open until 9 (was: Open until 5)"],
      ]);
      const swatch = (color: string) =>
        loose(`<div style="position:absolute;left:40px;top:700px;width:60px;height:30px;background:${color}"></div>`);
      assert.deepEqual(await said(swatch("#c00"), swatch("#00c")), [["Where", "60 × 30 pixels at x 40, y 700"]]);
    });

    it("by coordinates if regions are not recorded", async () => {
      const bare = await findings(shop(products), shop([...products, sale]), false);
      assert.isTrue(bare.regions.every(({ region }) => region === undefined));
      const [[label, value] = ["", ""], ...others] = changeFacts(bare);
      assert.deepEqual([label, others], ["Where", []]);
      assert.match(value, /^[\d,]+ × [\d,]+ pixels at x \d+, y [\d,]+/u);
    });
  });
});
