import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { expect } from "chai";
import type { Browser, Page } from "puppeteer";
import sharp from "sharp";
import type { ReportContents } from "#stack/demo/report/contents.ts";
import { reportPage } from "#stack/demo/report/page.ts";
import { payloads } from "../console/support/payloads.ts";
import { launchPlainBrowser } from "../support/plainBrowser.ts";

const picture = async (background: string) => {
  const image = sharp({ create: { width: 640, height: 400, channels: 3, background } });
  const source = `data:image/png;base64,${(await image.png().toBuffer()).toString("base64")}`;
  return { source, width: 640, height: 400 };
};

describe("the demo's report of a hostile page", function () {
  this.timeout(60_000);
  let folder: string;
  let browser: Browser;
  let page: Page;
  const asked: string[] = [];

  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "watchframe-report-"));
    browser = await launchPlainBrowser();
    page = await browser.newPage();
    page.on("request", (request) => asked.push(request.url()));
    const text = payloads.join("\n\n");
    const contents: ReportContents = {
      title: text,
      url: `https://example.com/${text}`,
      statusCode: 200,
      totalMs: 900,
      picture: await picture("#336699"),
      change: {
        before: await picture("#ffffff"),
        after: await picture("#000000"),
        overlay: await picture("#ff0000"),
        differenceRatio: 0.5,
        areas: payloads.map((name) => ({ status: "changed", name })),
      },
    };
    const written = reportPage(contents).toString();
    await writeFile(path.join(folder, "with.html"), written);
    // Escaping must suffice alone.
    const withoutPolicy = written.replace(/<meta http-equiv="Content-Security-Policy"[^>]*>/, "");
    expect(withoutPolicy).to.have.length.below(written.length);
    await writeFile(path.join(folder, "without.html"), withoutPolicy);
  });

  after(async () => {
    await browser?.close();
    await rm(folder, { recursive: true, force: true });
  });

  for (const name of ["with", "without"]) {
    it(`runs nothing and loads nothing, ${name} the policy`, async () => {
      asked.length = 0;
      await page.goto(pathToFileURL(path.join(folder, `${name}.html`)).href);
      expect(await page.evaluate((): unknown => Reflect.get(globalThis, "hacked"))).to.equal(undefined);
      expect(asked.filter((url) => !/^(file|data):/.test(url))).to.deep.equal([]);
      const made = await page.$$eval("script, iframe, object, embed, form, base, video", (all) => all.length);
      expect(made).to.equal(0);
      expect(await page.$$("a")).to.have.length(0);
    });
  }

  it("shows the texts as they are", async () => {
    const names = await page.$$eval(".areas li span:last-child", (all) => all.map((one) => one.textContent));
    expect(names).to.deep.equal(payloads);
    expect(await page.$eval("h1", (heading) => heading.textContent)).to.equal(payloads.join("\n\n"));
  });

  it("keeps long words inside a phone's width", async () => {
    await page.setViewport({ width: 390, height: 844 });
    const tooWide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(tooWide).to.be.at.most(0);
  });
});
