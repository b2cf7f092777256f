import { expect } from "chai";
import type { Browser, Page } from "puppeteer";
import { launchPlainBrowser } from "../support/plainBrowser.ts";
import { document as openApiDocument } from "./support/conformance.ts";
import { type TestApi, testApi } from "./support/testApi.ts";

describe("the reference page", () => {
  let api: TestApi;
  let browser: Browser;

  before(async function () {
    this.timeout(600_000);
    api = await testApi();
    browser = await launchPlainBrowser();
  });
  after(async () => {
    await browser.close();
    await api.close();
  });

  /** Opens the page. `complaints` collects errors and violations, `hosts` the hosts of requests that left. */
  async function open(width: number): Promise<{ page: Page; complaints: string[]; hosts: Set<string> }> {
    const page = await browser.newPage();
    const complaints: string[] = [];
    const hosts = new Set<string>();
    page.on("pageerror", (error) => complaints.push(String(error)));
    page.on("console", (message) => {
      if (message.type() === "error") complaints.push(message.text());
    });
    page.on("response", (response) => {
      if (response.url().startsWith("http")) hosts.add(new URL(response.url()).host);
    });
    await page.setViewport({ width, height: 900 });
    await page.goto(`${api.url}/docs`, { waitUntil: "networkidle0" });
    await page.waitForFunction(() => document.body.innerText.includes("Watchframe"));
    return { page, complaints, hosts };
  }

  for (const width of [1440, 390])
    it(`shows the document at ${width} px without another host, an error or a sideways scroll`, async function () {
      this.timeout(60_000);
      const { page, complaints, hosts } = await open(width);
      expect(complaints).to.deep.equal([]);
      expect([...hosts]).to.deep.equal([new URL(api.url).host]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).to.be.at.most(width);
      const titleLines = await page.$eval("h1", (title) => {
        const words = document.createTreeWalker(title, NodeFilter.SHOW_TEXT).nextNode();
        const range = document.createRange();
        range.setStart(words ?? title, 0);
        range.setEnd(words ?? title, "Watchframe".length);
        return new Set([...range.getClientRects()].map(({ top }) => top)).size;
      });
      expect(titleLines).to.equal(1);
      await page.close();
    });

  it("follows the device into the dark and back while it is open", async function () {
    this.timeout(60_000);
    const { page } = await open(1440);
    const colour = () => page.$eval("h1", (title) => getComputedStyle(title).color);
    const light = await colour();
    await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: "dark" }]);
    await page.waitForFunction(
      (before) => getComputedStyle(document.querySelector("h1") ?? document.body).color !== before,
      {},
      light,
    );
    await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: "light" }]);
    await page.waitForFunction(
      (before) => getComputedStyle(document.querySelector("h1") ?? document.body).color === before,
      {},
      light,
    );
    await page.close();
  });

  it("has each operation in the group of its own kind", () => {
    const groups = new Map(
      Object.entries(openApiDocument.paths).flatMap(([path, item]) =>
        Object.entries(item).map(([method, { tags }]) => [`${method.toUpperCase()} ${path}`, tags[0]]),
      ),
    );
    expect(groups.get("POST /crawl")).to.equal("Crawls");
    expect(groups.get("PATCH /account")).to.equal("Account");
    const misplaced = [...groups].filter(
      ([operation, tag]) =>
        (operation.includes("schedule") && tag !== "Schedules") || (operation.includes("/crawl") && tag !== "Crawls"),
    );
    expect(misplaced).to.deep.equal([]);
  });

  it("lists every operation in its menu", async function () {
    this.timeout(120_000);
    const operations = Object.values(openApiDocument.paths).flatMap((item) => Object.values(item));
    const { page } = await open(1440);
    for (const { name } of openApiDocument.tags) {
      const summaries = operations.filter(({ tags }) => tags.includes(name)).map(({ summary }) => summary);
      expect(summaries, name).to.not.deep.equal([]);
      await page.evaluate((fragment) => (location.hash = fragment), `#/${name.toLowerCase().replaceAll(" ", "-")}`);
      await page.waitForFunction(
        (expected) => {
          const shown = [...document.querySelectorAll("[role=listitem] a")].map(({ textContent }) => textContent);
          return expected.every((summary) => shown.some((text) => text.includes(summary)));
        },
        {},
        summaries,
      );
    }
    await page.close();
  });
});
