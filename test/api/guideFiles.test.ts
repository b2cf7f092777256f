import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { expect } from "chai";
import type { Browser } from "puppeteer";
import { launchPlainBrowser } from "../support/plainBrowser.ts";
import { portOf } from "../support/targetSite.ts";

describe("the guide as files", function () {
  this.timeout(60_000);
  const folder = mkdtempSync(path.join(tmpdir(), "guide-"));
  let server: Server;
  let browser: Browser;

  before(async () => {
    await promisify(execFile)(process.execPath, ["api/guide/filesMain.ts", folder]);
    const types = {
      html: "text/html; charset=utf-8",
      js: "text/javascript",
      json: "application/json",
      webp: "image/webp",
    };
    server = createServer((request, response) => {
      const name = new URL(request.url ?? "", "http://x").pathname.slice(1);
      const type = Object.entries(types).find(([ending]) => name.endsWith(`.${ending}`))?.[1] ?? "text/plain";
      const file = path.join(folder, name);
      if (name === "favicon.ico") response.end();
      else if (existsSync(file)) response.setHeader("content-type", type).end(readFileSync(file));
      else response.writeHead(404).end();
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    browser = await launchPlainBrowser();
  });
  after(async () => {
    await browser?.close();
    server?.close();
    rmSync(folder, { recursive: true });
  });

  it("link files that exist, and nothing that only a service has", () => {
    const files = readdirSync(folder).filter((name) => name.endsWith(".html"));
    expect(files.length).to.be.above(50);
    for (const file of files) {
      const text = readFileSync(path.join(folder, file), "utf8");
      const links = [...text.matchAll(/(?:href|src|srcset|action)="(?!https?:|mailto:|#)([^"#]+)/g)].map(
        ([, to = ""]) => to,
      );
      for (const link of links) expect(existsSync(path.join(folder, link)), `${file}: ${link}`).to.equal(true);
    }
  });

  it("have a search that runs in the browser, from the field of each page", async () => {
    const page = await browser.newPage();
    const complaints: unknown[] = [];
    page.on("pageerror", (error) => complaints.push(error));
    page.on("console", (message) => complaints.push(message.text()));
    await page.goto(`http://127.0.0.1:${portOf(server)}/monitors.html`);
    await page.locator("input[type=search]").fill("quiet hours");
    await Promise.all([page.waitForNavigation(), page.keyboard.press("Enter")]);
    await page.locator("ol.hits a[href='monitor-alerts.html#quiet-hours']").wait();
    expect(await page.$eval("input", ({ value }) => value)).to.equal("quiet hours");
    await page.goto(`http://127.0.0.1:${portOf(server)}/search.html?q=${encodeURIComponent("<img src=x>zzqq")}`);
    await page.locator("h1::-p-text(No page has “<img src=x>zzqq”)").wait();
    expect(complaints).to.deep.equal([]);
  });
});
