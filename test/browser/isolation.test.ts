import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { launchBrowser, type LaunchedBrowser } from "#activities/browser/pool/launch.ts";
import { readProcessTree } from "#activities/browser/pool/memory.ts";
import { chromePath } from "../support/provisioned.ts";
import { openTargetSite, type TargetSite } from "../support/targetSite.ts";

describe("two jobs on one site", function () {
  this.timeout(30_000);
  let site: TargetSite;
  let launched: LaunchedBrowser;
  let scratchDir: string;
  before(async () => {
    site = await openTargetSite();
    scratchDir = await mkdtemp(join(tmpdir(), "watchframe-test-"));
    launched = await launchBrowser({ executablePath: chromePath(), sandbox: process.getuid?.() !== 0, scratchDir });
  });
  after(async () => {
    await launched?.browser.close();
    await site?.close();
    await rm(scratchDir, { recursive: true, force: true });
  });

  it("share neither a renderer process nor a cookie: each has a separate context", async () => {
    site.page("/same", "<h1>Same</h1><script>document.cookie ||= `mine=${Math.random()}`</script>");
    const url = `http://127.0.0.1:${site.port}/same`;
    const seen: string[] = [];
    const renderers: number[][] = [];
    for (const _job of [1, 2]) {
      const context = await launched.browser.createBrowserContext({ proxyServer: "direct://" });
      const page = await context.newPage();
      await page.goto(url);
      seen.push(await page.evaluate("document.cookie").then(String));
      const tree = readProcessTree(launched.process.pid ?? 0);
      renderers.push(tree.filter(({ renderer }) => renderer).map(({ pid }) => pid));
    }
    expect(new Set(seen).size).to.equal(2);
    const [first = [], second = []] = renderers;
    expect(second).to.include.members(first);
    expect(second.length).to.be.greaterThan(first.length);
  });
});
