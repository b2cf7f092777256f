import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { expect } from "chai";
import type { Browser, Page } from "puppeteer";
import sharp from "sharp";
import { readStackFile } from "#stack/home.ts";
import { findViolations } from "../console/support/scan.ts";
import { minimalEnvironment } from "../support/environment.ts";
import { launchPlainBrowser } from "../support/plainBrowser.ts";
import { until } from "../support/until.ts";
import { living, recordedPids } from "./support/supervisorProcess.ts";

const checkout = path.join(import.meta.dirname, "..", "..");
const output = path.join(checkout, "demo-output");

describe("npm run demo", function () {
  this.timeout(180_000);
  let home: string;

  before(async () => {
    home = await mkdtemp(path.join(tmpdir(), "watchframe-demo-"));
  });

  after(async () => {
    await rm(home, { recursive: true, force: true, maxRetries: 5 });
  });

  /** Starts the demo. `said` returns its output so far. */
  const startDemo = (...args: string[]): { child: ChildProcess; said: () => string; code: Promise<number | null> } => {
    const env = { ...minimalEnvironment(), WATCHFRAME_HOME: home };
    const child = spawn(process.execPath, [path.join(checkout, "stack", "demo.ts"), ...args], { env });
    let said = "";
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (said += String(chunk)));
    const code = new Promise<number | null>((resolve) => child.once("close", resolve));
    return { child, said: () => said, code };
  };

  it("renders the sample site, keeps what came of it and leaves nothing running", async () => {
    const { said, code } = startDemo();
    expect(await code, said()).to.equal(0);
    expect(said()).to.match(/stages: queued [\d.]+ s, navigation/);

    const { width, height, format } = await sharp(path.join(output, "screenshot.jpg")).metadata();
    expect({ width, format }).to.deep.equal({ width: 1280, format: "jpeg" });
    expect(height).to.be.within(3_000, 4_500);
    const markdown = await readFile(path.join(output, "page.md"), "utf8");
    expect(markdown)
      .to.match(/^#+ What a light has to do$/m)
      .and.include("| Gull Point |");
    expect(await readFile(path.join(output, "colors.json"), "utf8")).to.include('"palette"');
    expect(await readFile(path.join(output, "links.json"), "utf8")).to.include("/archive.html#fog");
    expect(await readFile(path.join(output, "job.json"), "utf8")).to.include('"status": "completed"');
    expect(living(recordedPids(path.join(home, "demo")))).to.deep.equal([]);
  });

  describe("its report, opened as a file", () => {
    let browser: Browser;
    let page: Page;
    const asked: string[] = [];

    before(async () => {
      browser = await launchPlainBrowser();
      page = await browser.newPage();
      page.on("request", (request) => asked.push(request.url()));
      await page.setViewport({ width: 1440, height: 900 });
      await page.goto(pathToFileURL(path.join(output, "index.html")).href);
    });
    after(() => browser?.close());

    it("shows the picture of the page, and loads nothing", async () => {
      expect(await page.$eval("h1", (heading) => heading.textContent)).to.include("How a lighthouse keeps its promise");
      const widths = await page.$$eval("img", (images) => images.map(({ naturalWidth }) => naturalWidth));
      expect(widths).to.deep.equal([1280, 1280, 1280, 1280]);
      expect(asked.filter((url) => !/^(file|data):/.test(url))).to.deep.equal([]);
    });

    it("shows the page before and after its change, and the change tinted", async () => {
      const moments = await page.$$(".moment > div");
      const captions = await page.$$eval(".moment", (all) => all.map((one) => one.textContent.trim()));
      expect(captions).to.deep.equal(["Before", "After", "The changes, tinted"]);
      const pixels: string[] = [];
      for (const moment of moments) {
        const shown = sharp(await moment.screenshot()).resize(64, 64, { fit: "fill" });
        pixels.push((await shown.raw().toBuffer()).toString("hex"));
      }
      expect(new Set(pixels).size).to.equal(3);
      const areas = await page.$$eval(".areas li", (all) => all.map((one) => one.textContent));
      expect(areas.join("\n")).to.include("Far Skerry is dark until Friday");
    });

    for (const [theme, ground] of [
      ["light", "rgb(246, 247, 249)"],
      ["dark", "rgb(14, 17, 22)"],
    ] as const) {
      it(`fits a phone in the ${theme} theme, and has no accessibility violation`, async () => {
        await page.setViewport({ width: 390, height: 844 });
        await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: theme }]);
        expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).to.equal(ground);
        expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).to.be.at.most(0);
        await page.setBypassCSP(true);
        await page.reload();
        expect(await findViolations(page)).to.deep.equal([]);
      });
    }
  });

  it("leaves each kind of work once, with open changes, and stays up on request", async () => {
    // The second demo in this home.
    const { child, said, code } = startDemo("--keep");
    await until(async () => said().includes("Ctrl-C stops it"), 150_000);
    const { apiUrl = "", apiKey = "" } = readStackFile(path.join(home, "demo")) ?? {};
    const list = async (address: string): Promise<Record<string, unknown>[]> => {
      const reply = await fetch(new URL(address, apiUrl), { headers: { Authorization: `Bearer ${apiKey}` } });
      const body: Record<string, unknown> = await reply.json();
      return Object.values(body).find((value) => Array.isArray(value)) ?? [];
    };
    const monitors = await list("/render/monitors");
    expect(monitors.map(({ name }) => name)).to.have.members([
      "Front page",
      "Archive",
      "The sound of fog",
      "About, on a phone",
    ]);
    expect(await list("/render/monitors?incident=open")).to.have.length(2);
    expect(await list("/render/batches")).to.have.length(1);
    expect(await list("/crawls")).to.have.length(1);
    expect(await list("/render/scheduled?status=active")).to.have.length(1);
    // Four renders of each demo.
    expect((await list("/jobs?kind=render")).map(({ status }) => status)).to.deep.equal(Array(8).fill("completed"));
    expect(said()).to.include(`the console is at ${apiUrl}/console/login#token=`);
    child.kill("SIGINT");
    expect(await code, said()).to.equal(0);
    expect(living(recordedPids(path.join(home, "demo")))).to.deep.equal([]);
  });

  for (const wrong of [["example"], ["--unknown"], ["http://a.example", "http://b.example"]]) {
    it(`refuses ${wrong.join(" ")}, and says how to call it`, async () => {
      const { said, code } = startDemo(...wrong);
      expect(await code).to.equal(1);
      expect(said()).to.include("usage: npm run demo");
    });
  }
});
