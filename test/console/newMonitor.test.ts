import { expect } from "chai";
import type { Page } from "puppeteer";
import type { Monitor } from "#schemas/monitor/monitor.ts";
import { type Monitors, monitorsOf } from "../support/monitors.ts";
import { until } from "../support/until.ts";
import { useConsole } from "./support/useConsole.ts";

const pageWith = (clock: string, price: string) => `<!doctype html><title>Prices</title>
<style>body{margin:0;font:20px sans-serif}div{height:60px;background:#def}main{height:700px}</style>
<div>It is ${clock}</div><main><p>Lamp, ${price} each</p></main>`;

describe("a new monitor in the console", function () {
  this.timeout(180_000);
  const { pipeline, site, newAccount, openAs } = useConsole();
  const path = "/prices";
  beforeEach(() => site.show(path, pageWith("12:00", "€39")));

  const press = (page: Page, name: string) => page.locator(`::-p-aria([name='${name}'][role='button'])`).click();

  /** Opens the form, enters the address and takes a test capture. */
  async function openPicture(page: Page): Promise<void> {
    await page.locator("::-p-aria([name='Address'][role='textbox'])").fill(site.url(path));
    await press(page, "Continue with a test capture");
    const picture = "[data-testid=areas] img";
    await page.locator(picture).setTimeout(60_000).wait();
    await until(() => page.$eval(picture, (image) => image instanceof HTMLImageElement && image.naturalWidth > 0));
  }

  /** The account's only monitor, with its baseline. */
  async function created(monitors: Monitors): Promise<Monitor> {
    const list = await until(async () => {
      const reply = await monitors.call<{ monitors: Monitor[] }>("GET", "");
      return reply.monitors.length > 0 && reply.monitors;
    });
    const [monitor] = list;
    if (monitor === undefined) throw new Error("There is no monitor.");
    await monitors.based(monitor.id);
    return monitors.get(monitor.id);
  }

  async function runWith(monitors: Monitors, id: string, page: string): Promise<boolean | undefined> {
    site.show(path, page);
    return (await monitors.runNow(id)).result?.changed;
  }

  it("is made in steps, and a drawn area then raises no alarm", async () => {
    const account = await newAccount();
    const { page, complaints } = await openAs(account, "/monitors/new");
    await openPicture(page);
    const box = await page.$eval("[data-testid=areas]", (stage) => stage.getBoundingClientRect().toJSON());
    await page.mouse.move(box.x + 2, box.y + 2);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width / 2, box.y + 20, { steps: 4 });
    await page.mouse.move(box.x + box.width - 2, box.y + (box.width * 60) / 1280, { steps: 4 });
    await page.mouse.up();
    await page.locator("[data-testid=areas] button").wait();
    await press(page, "Continue");

    // A second capture differs in the clock alone, so nothing alarms.
    site.show(path, pageWith("13:37", "€39"));
    await press(page, "Capture and compare");
    await page.locator("[role=status]::-p-text(Both captures are the same)").setTimeout(60_000).wait();
    site.show(path, pageWith("13:37", "€89"));
    await press(page, "Compare again");
    await page.locator("[role=status]::-p-text(This would have alarmed.)").setTimeout(60_000).wait();
    const threshold = page.locator("::-p-aria([name='Change threshold, % of the picture'][role='textbox'])");
    await threshold.fill("50");
    await page.locator("[role=status]::-p-text(The picture as a whole would not have alarmed.)").wait();
    await page.locator("::-p-text(Also compare each part of the page on its own)").click();
    await page.locator("[role=status]::-p-text(This would not have alarmed.)").wait();
    await threshold.click({ count: 3 });
    await page.keyboard.press("Backspace");
    await page.locator("[role=status]::-p-text(This would have alarmed.)").wait();
    site.show(path, pageWith("12:00", "€39"));
    await press(page, "Continue");
    await page.locator("legend::-p-text(Mail)").wait();
    await page.locator("::-p-aria([name='Webhook'][role='textbox'])").fill(site.url("/hook"));
    await press(page, "Back");
    await press(page, "Continue");
    await press(page, "Watch the page");
    await page.locator("h1::-p-text(/prices)").wait();

    const monitors = monitorsOf(pipeline, account, site.url(path));
    const monitor = await created(monitors);
    expect(monitor.alerts.webhook.configured).to.equal(true);
    const [area] = monitor.capture.ignoreRegions ?? [];
    if (area === undefined || "selector" in area) throw new Error("No rectangle is ignored.");
    expect(area.x).to.be.within(1, 4);
    expect(area.width).to.be.within(1_265, 1_280);
    expect(await runWith(monitors, monitor.id, pageWith("13:37", "€39"))).to.equal(false);
    expect(await runWith(monitors, monitor.id, pageWith("13:37", "€89"))).to.equal(true);
    expect(complaints).to.deep.equal([]);
  });

  it("shows the page beside the form from its test capture on, and says when the options have changed since", async () => {
    const { page, complaints } = await openAs(await newAccount(), "/monitors/new");
    await page.setViewport({ width: 1440, height: 900 });
    const preview = "section[aria-label='Test capture']";
    const take = `${preview} button::-p-text(Take a test capture)`;
    await page.locator(take).wait();
    expect(
      await page.$eval(`${preview} button`, (button) => button instanceof HTMLButtonElement && button.disabled),
    ).to.equal(true);
    await page.locator("::-p-aria([name='Address'][role='textbox'])").fill(site.url(path));
    await page.locator(take).click();
    const picture = `${preview} img`;
    await page.locator(picture).setTimeout(60_000).wait();
    await until(() => page.$eval(picture, (image) => image instanceof HTMLImageElement && image.naturalWidth > 0));
    const [form, shown] = await page.$$eval(`main form, ${preview}`, (both) =>
      both.map((each) => each.getBoundingClientRect().toJSON()),
    );
    expect(shown.left).to.be.at.least(form.right);
    expect(shown.top).to.equal(form.top);
    const jobOf = () => new URL(page.url()).searchParams.get("test");
    const first = jobOf();
    await page.locator("::-p-text(Without cookie banners)").click();
    await page.locator(`${preview} ::-p-text(have changed since this capture)`).wait();
    await press(page, "Capture again");
    await until(() => Promise.resolve(jobOf() !== first));
    await page.locator(`${preview} ::-p-text(The page as runs will see it.)`).wait();
    await page.locator("nav[aria-label=Steps] button::-p-text(Messages)").click();
    await page.locator("legend::-p-text(Mail)").wait();
    await page.locator(picture).wait();
    await page.setViewport({ width: 390, height: 844 });
    const narrow = await page.$$eval(`main form, ${preview}`, (both) =>
      both.map((each) => each.getBoundingClientRect().toJSON()),
    );
    expect(narrow[1].top).to.be.at.least(narrow[0].bottom);
    expect(complaints).to.deep.equal([]);
  });

  it("has areas that are added, moved, resized and removed by keyboard alone", async () => {
    const { page, complaints } = await openAs(await newAccount(), "/monitors/new");
    await openPicture(page);
    const add = await page.locator("::-p-aria([name='Add an area'][role='button'])").waitHandle();
    await add.focus();
    await page.keyboard.press("Enter");
    const area = await page.locator("[data-testid=areas] button").waitHandle();
    await until(() => area.evaluate((button) => button === document.activeElement));
    const name = () => area.evaluate((button) => button.getAttribute("aria-label") ?? "");
    const before =
      /(\d+) × (\d+) px at (\d+), (\d+)/
        .exec(await name())
        ?.slice(1)
        .map(Number) ?? [];
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.down("Shift");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowUp");
    await page.keyboard.up("Shift");
    const [width = 0, height = 0, x = 0, y = 0] = before;
    await until(async () => (await name()).endsWith(`${width + 10} × ${height - 10} px at ${x - 10}, ${y}`));
    await add.focus();
    await page.keyboard.press("Enter");
    const both = "[data-testid=areas] button";
    await until(async () => (await page.$$(both)).length === 2);
    const [first, second] = await page.$$eval(both, (all) => all.map((each) => each.getBoundingClientRect().toJSON()));
    expect(second.left >= first.right || second.top >= first.bottom || second.right <= first.left).to.equal(true);
    await page.keyboard.press("Delete");
    await until(async () => (await page.$$(both)).length === 1);
    await area.focus();
    await page.keyboard.press("Delete");
    await page.locator("::-p-text(Nothing is ignored yet.)").wait();
    expect(complaints).to.deep.equal([]);
  });

  it("is kept while its form is left, and names the step of a refused field", async () => {
    const account = await newAccount();
    const { page, complaints } = await openAs(account, `/monitors/new?url=${encodeURIComponent(site.url(path))}`);
    const step = (name: string) => page.locator(`nav[aria-label=Steps] button::-p-text(${name})`).click();
    await step("What to ignore");
    const elements = page.locator("::-p-aria([name='Elements to ignore'][role='textbox'])");
    await elements.fill("..clock");
    await step("Messages");
    await page.locator("::-p-text(Add a recipient)").click();
    await page.locator("h1::-p-text(Alerts)").wait();
    await page.goBack();
    await press(page, "Watch the page");
    await page.locator("span::-p-text(is not a valid CSS selector)").wait();
    await elements.click({ count: 3 });
    await page.keyboard.type("div");
    await step("Threshold");
    await page.locator("::-p-text(It needs a test capture.)").wait();
    await press(page, "Watch the page");
    await page.locator("h1::-p-text(/prices)").wait();

    const monitors = monitorsOf(pipeline, account, site.url(path));
    const { id, capture } = await created(monitors);
    expect(capture.ignoreRegions).to.deep.equal([{ selector: "div" }]);
    expect(await runWith(monitors, id, pageWith("13:37", "€39"))).to.equal(false);
    expect(await runWith(monitors, id, pageWith("13:37", "€89"))).to.equal(true);
    // The browser notes the refused request.
    expect(complaints.filter((complaint) => !complaint.includes("400 (Bad Request)"))).to.deep.equal([]);
  });

  it("is created from the first step with the defaults, and shows an error at its field", async () => {
    const account = await newAccount();
    const { page } = await openAs(account, "/monitors/new");
    const address = page.locator("::-p-aria([name='Address'][role='textbox'])");
    await address.fill("http://10.0.0.1/");
    await press(page, "Watch the page");
    await page.locator("span::-p-text(The address)").wait();
    await address.click({ count: 3 });
    await page.keyboard.type(site.url(path));
    await press(page, "Watch the page");
    await page.locator("h1::-p-text(/prices)").wait();
    const { capture, intervalMinutes } = await created(monitorsOf(pipeline, account, site.url(path)));
    expect({ ignored: capture.ignoreRegions, intervalMinutes }).to.deep.equal({
      ignored: undefined,
      intervalMinutes: 60,
    });
  });
});
