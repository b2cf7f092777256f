import { expect } from "chai";
import type { RenderSpec } from "#schemas/renders/render.ts";
import { until } from "../support/until.ts";
import { failure, fullPage, openTestBrowser, type TestBrowser, useBrowser } from "./support.ts";

describe("the time of a capture", () => {
  const browser = useBrowser();
  const elapsed = async (html: string, options: Partial<RenderSpec> = {}) => {
    const url = browser.site.page("/timed", html);
    const startedAt = performance.now();
    await browser.capture({ url, ...options });
    return performance.now() - startedAt;
  };

  it("is five seconds longer at most for a text that never rests, and no longer for a clock", async () => {
    const page = (script: string) => `<body style="margin:0;font:40px sans-serif"><p id=number>0</p>
      <script>const show = (value) => { document.getElementById("number").textContent = value }; ${script}</script>`;
    const endless = `let value = 0; setInterval(() => show(++value), 20)`;
    const clock = `setInterval(() => show(new Date().toISOString().slice(11, 23)), 20)`;
    expect(await elapsed(page(endless))).to.be.within(4_500, 7_500);
    expect(await elapsed(page(clock))).to.be.below(2_500);
  });

  it("is less than two seconds longer with stand-ins that no script replaces", async () => {
    const style = `<style>body { margin: 0 } .late { display: block; width: 400px; height: 210px }</style>`;
    const places = (html: (index: number) => string) =>
      style + Array.from({ length: 16 }, (_, index) => html(index)).join("");
    const options = { viewport: { width: 400, height: 300 }, ...fullPage };
    const plain = await elapsed(
      places(() => `<p class=late>words</p>`),
      options,
    );
    const standIns = places((index) => `<img class=late data-src="/image.png?${index}">`);
    expect((await elapsed(standIns, options)) - plain).to.be.below(2_000);
  });
});

describe("the time of a browser's end", () => {
  const browsers: TestBrowser[] = [];
  const open = async (...args: Parameters<typeof openTestBrowser>) => {
    const browser = await openTestBrowser(...args);
    browsers.push(browser);
    return browser;
  };
  const kill = ({ pool }: TestBrowser) => process.kill(pool.health().browserPid ?? 0, "SIGKILL");
  afterEach(async () => {
    await Promise.all(browsers.splice(0).map((browser) => browser.close()));
  });

  it("is short for the jobs of a browser that is killed", async () => {
    const browser = await open();
    browser.site.route("/waits", () => undefined);
    const lost = failure(browser.capture({ url: browser.site.url("/waits") }));
    await until(() => Promise.resolve(browser.site.received("/waits").length > 0));
    const startedAt = performance.now();
    kill(browser);
    expect((await lost).code).to.equal("browser_unavailable");
    expect(performance.now() - startedAt).to.be.lessThan(2_000);
  });

  it("is short while it opens pages", async () => {
    const browser = await open({ warmPages: 4 });
    await browser.pool.start();
    const startedAt = performance.now();
    await browser.pool.close();
    expect(performance.now() - startedAt).to.be.lessThan(4_000);
    const other = await open({ warmPages: 4 });
    await other.pool.start();
    kill(other);
    await other.pool.close();
    expect(performance.now() - startedAt).to.be.lessThan(8_000);
  });
});
