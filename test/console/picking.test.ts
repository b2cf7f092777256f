import { expect } from "chai";
import type { Page } from "puppeteer";
import type { Monitor } from "#schemas/monitor/monitor.ts";
import { until } from "../support/until.ts";
import { payloads } from "./support/payloads.ts";
import { findViolations } from "./support/scan.ts";
import { useConsole } from "./support/useConsole.ts";

const shop = `<!doctype html><html lang="en"><title>Shop</title><style>body{margin:0;font:20px sans-serif}p,h1{margin:0;height:60px}</style>
<main><h1>Lamp</h1><p id="price">€ 39.00</p><ul><li class="stock">In stock</li><li class="stock">Berlin</li></ul><p class="clock">12:00</p></main>`;

describe("picking an element on the picture", function () {
  this.timeout(180_000);
  const { site, newAccount, openAs } = useConsole();
  const path = "/shop";
  beforeEach(() => site.show(path, shop));

  const press = (page: Page, name: string) => page.locator(`::-p-aria([name='${name}'][role='button'])`).click();
  const valueOf = (page: Page, name: string) =>
    page
      .locator(`::-p-aria([name='${name}'][role='textbox'])`)
      .waitHandle()
      .then((field) => field.evaluate((each) => ("value" in each ? String(each.value) : "")));
  const stage = "[data-testid=pick-stage]";

  async function openPicker(page: Page, button: string): Promise<void> {
    await press(page, button);
    await page.locator(`${stage} img`).setTimeout(60_000).wait();
    await until(() =>
      page.$eval(`${stage} img`, (image) => image instanceof HTMLImageElement && image.naturalWidth > 0),
    );
  }

  /** Clicks the picture at a point of the page, CSS pixels. */
  async function clickAt(page: Page, x: number, y: number): Promise<void> {
    const box = await page.$eval(stage, (each) => each.getBoundingClientRect().toJSON());
    const scale = box.width / 1280;
    await page.mouse.click(box.x + x * scale, box.y + y * scale);
  }

  const shows = (page: Page, text: string) => page.locator(`[role=dialog] [role=status] ::-p-text(${text})`).wait();

  it("fills the element of a new monitor by a click, and adds ignored ones by the same capture", async () => {
    const account = await newAccount();
    const { page, complaints } = await openAs(account, `/monitors/new?url=${encodeURIComponent(site.url(path))}`);
    await press(page, "Pick the element to watch");
    await press(page, "Capture the page");
    await page.locator(`${stage} img`).setTimeout(60_000).wait();
    await clickAt(page, 20, 90);
    await shows(page, "#price");
    await shows(page, "1 element matches");
    await shows(page, "€ 39.00");
    await press(page, "Watch this alone");
    expect(await valueOf(page, "Only this element")).to.equal("#price");

    await page.locator("nav[aria-label=Steps] button::-p-text(What to ignore)").click();
    await openPicker(page, "Pick an element to ignore");
    await clickAt(page, 60, 150);
    await shows(page, "In stock");
    await page.locator("[role=dialog] ::-p-text(All 2 alike)").click();
    await shows(page, "2 elements match");
    await press(page, "Ignore it");
    await openPicker(page, "Pick an element to ignore");
    await clickAt(page, 20, 230);
    await press(page, "Ignore it");
    expect(await valueOf(page, "Elements to ignore")).to.equal(".stock\n.clock");
    await press(page, "Watch the page");
    await page.locator("h1::-p-text(/shop)").setTimeout(30_000).wait();
    const { monitors }: { monitors: Monitor[] } = await (await account.call("GET", "/render/monitors")).json();
    expect(monitors[0]?.capture.selector).to.equal("#price");
    const { jobs }: { jobs: unknown[] } = await (await account.call("GET", "/jobs")).json();
    expect(jobs).to.have.length(1);
    expect(complaints).to.deep.equal([]);
  });

  it("goes to parent, child and neighbours by keys alone, and leaves by Escape", async () => {
    const { page, complaints } = await openAs(
      await newAccount(),
      `/monitors/new?url=${encodeURIComponent(site.url(path))}`,
    );
    const button = await page.locator("::-p-aria([name='Pick the element to watch'][role='button'])").waitHandle();
    await button.focus();
    await page.keyboard.press("Enter");
    await page.locator("[role=dialog] button::-p-text(Capture the page)").wait();
    await until(() => page.evaluate(() => document.activeElement?.closest("[role=dialog]") !== null));
    await until(async () => {
      await page.keyboard.press("Tab");
      return page.evaluate(() => document.activeElement?.textContent === "Capture the page");
    });
    await page.keyboard.press("Enter");
    await page.locator(stage).setTimeout(60_000).wait();
    await until(() => page.$eval(stage, (each) => each === document.activeElement));
    const keys = async (...names: ("ArrowUp" | "ArrowDown" | "ArrowLeft" | "ArrowRight")[]) => {
      for (const name of names) await page.keyboard.press(name);
    };
    await keys("ArrowDown");
    await shows(page, "main");
    await keys("ArrowDown");
    await shows(page, "heading “Lamp”");
    await keys("ArrowRight", "ArrowRight", "ArrowDown", "ArrowRight");
    await shows(page, "Berlin");
    await keys("ArrowLeft");
    await shows(page, "In stock");
    await keys("ArrowUp", "ArrowLeft");
    await shows(page, "#price");
    expect(await findViolations(page)).to.deep.equal([]);
    await page.keyboard.press("Escape");
    await until(async () => (await page.$("[role=dialog]")) === null);
    expect(await valueOf(page, "Only this element")).to.equal("");
    await button.focus();
    await page.keyboard.press("Enter");
    await until(async () => {
      const focused = await page.$(`${stage}:focus`);
      return focused !== null;
    });
    await keys("ArrowDown", "ArrowDown", "ArrowRight");
    await page.keyboard.press("Enter");
    expect(await valueOf(page, "Only this element")).to.equal("#price");
    expect(complaints).to.deep.equal([]);
  });

  it("shows the words of a hostile page as text", async () => {
    const escaped = payloads.map((text) =>
      text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;"),
    );
    const blocks = escaped.map((text) => `<p class="${text}" aria-label="${text}" data-testid="${text}">${text}</p>`);
    site.show(path, `<!doctype html><html lang="en"><title>Bad</title><main>${blocks.join("")}</main></html>`);
    const { page } = await openAs(await newAccount(), `/monitors/new?url=${encodeURIComponent(site.url(path))}`);
    await press(page, "Pick the element to watch");
    await press(page, "Capture the page");
    await page.locator(stage).setTimeout(60_000).wait();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    for (const text of payloads) {
      const told = await page.$eval("[role=dialog] [role=status]", (each) => each.textContent ?? "");
      expect(told).to.include("1 element matches");
      expect(text).to.not.equal("");
      await page.keyboard.press("ArrowRight");
    }
    expect(await page.evaluate(() => Reflect.get(globalThis, "hacked"))).to.equal(undefined);
    expect(await page.$("[role=dialog] [role=status] :is(script, img, svg, iframe)")).to.equal(null);
  });
});
