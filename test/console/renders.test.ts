import { expect } from "chai";
import type { HTTPRequest, Page } from "puppeteer";
import { until } from "../support/until.ts";
import { shopPage } from "./support/changingSite.ts";
import { useConsole } from "./support/useConsole.ts";

describe("renders in the console", function () {
  this.timeout(120_000);
  const { site, newAccount, openAs } = useConsole();

  it("render a page by its options, and show the picture and the markdown", async () => {
    site.show("/tall", shopPage("Harbour", '<p style="height:1500px">tall</p>'));
    const { page, complaints } = await openAs(await newAccount(), "/renders/new");
    await page.locator("::-p-aria(Address of the page)").fill(site.url("/tall"));
    await page.locator("::-p-xpath(//label[contains(., 'Full page')])").click();
    await page.locator("::-p-aria(Scroll to element)").fill("p");
    await page.locator("summary::-p-text(Outputs)").click();
    await page.locator("::-p-xpath(//label[contains(., 'Markdown')])").click();
    await page.locator("::-p-aria([name='Render'][role='button'])").click();
    const name = `Picture of ${site.url("/tall")}. Opens the full size.`;
    const picture = await page.locator(`img::-p-aria(${name})`).setTimeout(60_000).waitHandle();
    await until(() => picture.evaluate((image) => image instanceof HTMLImageElement && image.naturalHeight > 1_500));
    await page.locator("section[aria-label=Result] li::-p-text(with fullPage it shows the whole page)").wait();
    await page.locator("::-p-aria([name='Markdown'][role='tab'])").click();
    await page.locator("[role=tabpanel] p::-p-text(Product 12: 31 euros)").wait();
    const search = new URL(page.url()).searchParams;
    expect([search.get("fullPage"), search.get("extractMarkdown"), search.get("tab")]).to.deep.equal([
      "true",
      "true",
      "markdown",
    ]);
    await page.reload();
    await page.locator("[role=tabpanel] p::-p-text(Product 12: 31 euros)").wait();
    expect(complaints).to.deep.equal([]);
  });

  it("offer the devices in groups, and find one by its name as people write it", async () => {
    const { page, complaints } = await openAs(await newAccount(), "/renders/new");
    await page.locator("button[aria-label='Device: all']").click();
    await page.locator("[role=listbox] [role=group]").wait();
    const groups = () =>
      page.$$eval("[role=listbox] [role=group] header", (all) => all.map(({ innerText }) => innerText));
    expect((await groups()).slice(0, 2)).to.deep.equal(["Computers", "Phones"]);
    await page.keyboard.press("Escape");
    await page.locator("::-p-aria([name='Device'][role='combobox'])").click({ count: 3 });
    await page.keyboard.type("iphone 15 pro m");
    await until(async () => (await groups()).join() === "Phones,Phones, landscape");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.locator("::-p-aria(Address of the page)").fill("https://shop.example/");
    await page.locator("::-p-aria([name='Code'][role='tab'])").click();
    await page.locator("[role=tabpanel] pre::-p-text(iphone-15-pro-max)").wait();
    expect(complaints).to.deep.equal([]);
  });

  it("play a recording, with its facts and its download", async () => {
    site.show("/moving", shopPage("Harbour", '<p style="height:1500px">tall</p>'));
    const { page, complaints } = await openAs(await newAccount(), "/renders/new");
    await page.locator("::-p-aria(Address of the page)").fill(site.url("/moving"));
    await page.locator("summary::-p-text(Outputs)").click();
    await scrollAndClick(page, "::-p-xpath(//label[contains(., 'Recording')])");
    await page.locator("::-p-aria([name='Length, seconds'][role='textbox'])").fill("2");
    await scrollAndClick(page, "::-p-xpath(//label[contains(., 'Scroll to the end')])");
    await page.locator("::-p-aria([name='Render'][role='button'])").click();
    const found = await page.locator("[role=tabpanel] video").setTimeout(60_000).waitHandle();
    const seconds = await until(() =>
      found.evaluate((video) => video instanceof HTMLVideoElement && video.readyState > 0 && video.duration),
    );
    expect(seconds).to.be.closeTo(2, 0.2);
    await page.locator("[role=tabpanel] p::-p-text(2 s · 1280 × 720 · mp4)").wait();
    const download = await page.$eval("[role=tabpanel] a[download]", (link) => link.getAttribute("download"));
    expect(download).to.match(/^[\da-f-]{36}\.mp4$/);
    expect(complaints).to.deep.equal([]);
  });

  it("show the call as code, and copy it as a command line", async () => {
    const { page } = await openAs(await newAccount(), "/renders/new");
    const { origin } = new URL(page.url());
    for (const name of ["clipboard-write", "clipboard-read"] as const) {
      await page.browserContext().setPermission(origin, { permission: { name }, state: "granted" });
    }
    await page.locator("::-p-aria(Address of the page)").fill("https://shop.example/a b");
    await page.locator("::-p-xpath(//label[contains(., 'Full page')])").click();
    await page.locator("::-p-aria([name='Code'][role='tab'])").click();
    await page.locator("[role=tabpanel] pre::-p-text(curl -sS)").wait();
    await page.locator("[role=tabpanel] button::-p-text(curl)").click();
    await page.locator("[role=option]::-p-text(Command line)").click();
    await page.locator("::-p-aria([name='Copy as command line'][role='button'])").click();
    await page.locator("::-p-text(Copied as command line.)").wait();
    expect(await page.evaluate(() => navigator.clipboard.readText())).to.equal(
      `watchframe render 'https://shop.example/a b' \\\n  --url ${origin} \\\n  --full-page \\\n  --output .\n`,
    );
  });

  it("are found by the site of a pasted address, and all show again without one", async () => {
    const account = await newAccount();
    const ours = site.url("/ours");
    site.show("/ours", shopPage("Ours"));
    const ids = [await account.submit({ url: "http://other.invalid/" }), await account.submit({ url: ours })];
    await Promise.all(ids.map((id) => account.ended(id)));
    const { page, complaints } = await openAs(account, "/renders?view=table");
    const shown = () => page.$$eval("main tbody tr", (rows) => rows.map(({ innerText }) => innerText));
    await until(async () => (await shown()).length === 2);
    const field = page.locator("::-p-aria([name='Site'][role='searchbox'])");
    await field.fill(`${ours}?color=red`);
    await page.keyboard.press("Enter");
    await until(async () => (await shown()).length === 1);
    expect((await shown()).join()).not.to.include("other.invalid");
    expect(new URL(page.url()).searchParams.get("host")).to.equal(new URL(ours).hostname);
    await field.fill("nowhere.example");
    await page.keyboard.press("Tab");
    await page.locator("main ::-p-text(Change the filters above.)").wait();
    await field.click({ count: 3 });
    await page.keyboard.press("Backspace");
    await until(async () => (await shown()).length === 2);
    await page.keyboard.type("OTHER.invalid");
    await page.keyboard.press("Enter");
    await until(async () => (await shown()).join().includes("other.invalid") && (await shown()).length === 1);
    expect(complaints).to.deep.equal([]);
  });

  it("name the status of a page that answered with an error, in place of “Done”", async () => {
    site.show("/there", shopPage("There"));
    const account = await newAccount();
    const ids = [await account.submit({ url: site.url("/absent") }), await account.submit({ url: site.url("/there") })];
    await Promise.all(ids.map((id) => account.ended(id)));
    const { page, go } = await openAs(account, "/renders");
    const facts = () => page.$$eval("main li p", (all) => all.map(({ innerText }) => innerText.split("\n")[0]));
    await until(async () => (await facts()).join() === "Done,HTTP 404");
    await go("/renders?view=table");
    const states = () => page.$$eval("main tbody td:nth-child(2)", (all) => all.map(({ innerText }) => innerText));
    await until(async () => (await states()).join() === "Done,HTTP 404");
    await go(`/jobs/${ids[0]}`);
    await page.locator("main ::-p-text(HTTP 404)").wait();
    await page.locator("main img").wait();
  });

  it("show why a job failed, and retry it", async () => {
    site.show("/late", shopPage("Late"));
    const account = await newAccount();
    const id = await account.submit({ url: site.url("/late"), scrollToElement: "#late" });
    await account.ended(id);
    const { page, complaints } = await openAs(account, `/jobs/${id}`);
    await page.locator("[role=alert]::-p-text(matches nothing)").wait();
    site.show("/late", shopPage("Late", '<p id="late">Here now</p>'));
    await page.locator("::-p-aria([name='Retry'][role='button'])").click();
    await page.locator("[role=status]::-p-text(Done)").setTimeout(60_000).wait();
    await page.locator("h1::-p-text(Late)").wait();
    expect(complaints).to.deep.equal([]);
  });

  it("keep the filters and their focus while a list loads, and have none over an empty list", async () => {
    const { page } = await openAs(await newAccount(), "/renders?status=failed");
    await page.locator("::-p-text(Change the filters above.)").wait();
    const held: HTTPRequest[] = [];
    await page.setRequestInterception(true);
    page.on("request", (request) => {
      if (new URL(request.url()).pathname.endsWith("/jobs")) held.push(request);
      else void request.continue();
    });
    const focused = (): Promise<string> => page.evaluate(() => document.activeElement?.textContent ?? "");
    await page.locator("main button::-p-text(Failed)").click();
    await page.locator("[role=option]::-p-text(All states)").click();
    await page.locator("::-p-text(Loading the renders)").wait();
    await until(async () => (await focused()) === "All states");
    await until(() => Promise.resolve(held.length > 0));
    await Promise.all(held.map((request) => request.continue()));
    await page.locator("::-p-text(Each render of a page by you)").wait();
    expect(await page.$("main button::-p-text(All states)")).to.equal(null);
  });

  it("keep the filters when a list can't be loaded", async () => {
    const { page } = await openAs(await newAccount());
    await page.setRequestInterception(true);
    page.on("request", (request) => {
      const isList = new URL(request.url()).pathname.endsWith("/jobs") && request.url().includes("limit=48");
      const refusal = { status: 400, contentType: "application/json", body: '{"error":"invalid_request"}' };
      void (isList ? request.respond(refusal) : request.continue());
    });
    await page.locator("::-p-aria([name='Renders'][role='link'])").click();
    await page.locator("main [role=alert]::-p-text(This could not be loaded)").wait();
    await page.locator("main button::-p-text(All states)").wait();
  });

  it("show a problem of a field at that field, also inside a closed group", async () => {
    const { page } = await openAs(await newAccount(), "/renders/new");
    await page.locator("::-p-aria(Address of the page)").fill(site.url("/any"));
    await page.locator("::-p-aria(Quality)").fill("900");
    await page.locator("summary::-p-text(Page)").click();
    await page.locator("::-p-aria(Timeout, seconds)").fill("1");
    await page.locator("summary::-p-text(Page)").click();
    await page.keyboard.down("Control");
    await page.keyboard.press("Enter");
    await page.keyboard.up("Control");
    const problemOf = (name: string): Promise<string> =>
      page
        .locator(`input::-p-aria(${name})`)
        .map((input) => document.getElementById(input.getAttribute("aria-describedby")?.split(" ").at(-1) ?? ""))
        .filter((problem) => problem?.checkVisibility() === true)
        .map((problem) => problem?.textContent ?? "")
        .wait();
    expect(await problemOf("Quality")).to.include("must be at most 100");
    expect(await problemOf("Timeout, seconds")).to.include("must be at least 10");
  });
});

/** Clicks what the bar at the bottom of the form may cover, as a person does: after a scroll. */
async function scrollAndClick(page: Page, selector: string): Promise<void> {
  await page.locator(selector).setVisibility("visible").wait();
  await page.$eval(selector, (element) => element.scrollIntoView({ block: "center" }));
  await page.locator(selector).click();
}
