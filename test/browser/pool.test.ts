import { mkdir, readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import { readProcessTree } from "#activities/browser/pool/memory.ts";
import { createBrowserPool } from "#activities/browser/pool/pool.ts";
import { createLogger } from "#telemetry/logger.ts";
import { until } from "../support/until.ts";
import { failure, openTestBrowser, sitePolicy, type TestBrowser } from "./support.ts";

const expectCaptureWorks = async (browser: TestBrowser) => {
  const { page } = await browser.capture({ url: browser.site.url("/"), screenshot: null });
  expect(page.title).to.equal("here");
};

/** Ids of a process and its descendants; empty when it has exited. */
const processTree = (pid: number) => readProcessTree(pid).map((entry) => entry.pid);

const pidOf = ({ pool }: TestBrowser) => pool.health().browserPid ?? 0;

/** Opens browsers for one test each. */
function useBrowsers() {
  const browsers: TestBrowser[] = [];
  const open = async (...args: Parameters<typeof openTestBrowser>) => {
    const browser = await openTestBrowser(...args);
    browsers.push(browser);
    browser.site.page("/", "<title>here</title>");
    return browser;
  };
  afterEach(async () => {
    await Promise.all(browsers.splice(0).map((browser) => browser.close()));
  });
  return { open };
}

describe("browser pool: pages", () => {
  const { open } = useBrowsers();

  it("leaves no listener in the browser after a page's job", async () => {
    const browser = await open();
    const lease = await browser.pool.lease(new AbortController().signal);
    const chromium = lease.page.browser();
    await lease.release();
    const before = chromium.listenerCount("disconnected");
    for (let job = 0; job < 5; job += 1) await expectCaptureWorks(browser);
    // Warm pages also listen until they are open.
    await until(() => Promise.resolve(chromium.listenerCount("disconnected") <= before));
  });

  it("opens pages ahead, and has no more renderers after many jobs than before", async () => {
    const browser = await open({ warmPages: 2 });
    await expectCaptureWorks(browser);
    await until(() => Promise.resolve(browser.pool.health().warm === 2 && browser.pool.health().active === 0));
    const before = processTree(pidOf(browser)).length;
    for (let round = 0; round < 4; round += 1)
      await Promise.all([
        expectCaptureWorks(browser),
        expectCaptureWorks(browser),
        expectCaptureWorks(browser),
        expectCaptureWorks(browser),
      ]);
    await until(() => Promise.resolve(processTree(pidOf(browser)).length <= before + 1));
  });

  it("takes a page away from a capture that never gave it back", async () => {
    const browser = await open({ maxJobMs: 300 });
    const lease = await browser.pool.lease(new AbortController().signal);
    await until(() => Promise.resolve(lease.page.isClosed()));
    await until(() => Promise.resolve(browser.pool.health().active === 0));
  });

  it("runs at most `concurrency` captures at once", async () => {
    const browser = await open({ concurrency: 2 });
    const waiting: Array<() => void> = [];
    browser.site.route("/held", (_request, response) => waiting.push(() => response.end("x")));
    const captures = [1, 2, 3].map(() => browser.capture({ url: browser.site.url("/held"), screenshot: null }));
    await until(() => Promise.resolve(waiting.length === 2));
    expect(browser.pool.health()).to.include({ active: 2, waiting: 1 });
    waiting.splice(0).forEach((answer) => answer());
    await until(() => Promise.resolve(waiting.length === 1));
    waiting.splice(0).forEach((answer) => answer());
    await Promise.all(captures);
  });
});

describe("browser pool: processes and files", () => {
  const { open } = useBrowsers();

  it("gives the browser a clean environment, with profile and temporary folder in the scratch folder", async () => {
    const browser = await open();
    await browser.pool.start();
    const environment = (await readFile(`/proc/${pidOf(browser)}/environ`, "utf8"))
      .split("\0")
      .filter((entry) => entry !== "");
    expect(environment.map((entry) => entry.split("=", 1)[0])).to.have.members([
      "HOME",
      "LANG",
      "TMPDIR",
      "TZ",
      "XDG_CACHE_HOME",
      "XDG_CONFIG_HOME",
    ]);
    expect(environment.find((entry) => entry.startsWith("TMPDIR="))).to.include(browser.scratchDir);
    const command = await readFile(`/proc/${pidOf(browser)}/cmdline`, "utf8");
    expect(command)
      .to.include("--remote-debugging-pipe")
      .and.include(`--user-data-dir=${browser.scratchDir}`)
      .and.not.include("--remote-debugging-port");
  });

  it("leaves no process, context or file behind when it is closed", async () => {
    const browser = await open();
    await Promise.all([expectCaptureWorks(browser), expectCaptureWorks(browser), expectCaptureWorks(browser)]);
    const before = processTree(pidOf(browser));
    expect(before.length).to.be.greaterThan(2);
    expect(await readdir(browser.scratchDir)).to.have.length(1);
    await browser.pool.close();
    await until(() => Promise.resolve(before.every((pid) => processTree(pid).length === 0)));
    expect(await readdir(browser.scratchDir)).to.deep.equal([]);
    expect(browser.pool.health().status).to.equal("closed");
    expect((await failure(browser.capture({ url: browser.site.url("/") }))).code).to.equal("browser_unavailable");
  });

  it("removes folders that browsers of dead processes left, and nothing else", async () => {
    const browser = await open();
    // Above the kernel's largest pid, so no process has it.
    const stale = join(browser.scratchDir, "browser-4999999-1-abcdef01");
    await Promise.all([stale, join(browser.scratchDir, "mine")].map((path) => mkdir(path)));
    await browser.pool.start();
    const left = await readdir(browser.scratchDir);
    expect(left).to.have.length(2).and.include("mine").and.not.include("browser-4999999-1-abcdef01");
  });
});

describe("browser pool: replacing a browser", () => {
  const { open } = useBrowsers();

  it("replaces the browser after its number of jobs, while others finish in the old one", async () => {
    const browser = await open({ recycle: { jobs: 2 } });
    browser.site.route(
      "/slow",
      (_request, response) =>
        void setTimeout(
          () => response.writeHead(200, { "content-type": "text/html" }).end("<title>slow</title>"),
          1_500,
        ),
    );
    const slow = browser.capture({ url: browser.site.url("/slow"), screenshot: null });
    await until(() => Promise.resolve(browser.site.received("/slow").length > 0));
    const first = pidOf(browser);
    await expectCaptureWorks(browser);
    await expectCaptureWorks(browser);
    expect(pidOf(browser)).to.not.equal(first);
    expect((await slow).page.title).to.equal("slow");
    await until(() => Promise.resolve(processTree(first).length === 0));
    await until(async () => (await readdir(browser.scratchDir)).length === 1);
  });

  for (const [what, recycle] of [
    ["age", { ageMs: 1 }],
    ["memory", { memoryBytes: 1 }],
  ] as const) {
    it(`replaces it by ${what} too`, async () => {
      const browser = await open({ recycle, warmPages: 1 });
      // Longer than the watchdog's interval, so that the memory is read.
      browser.site.route("/a-while", (_request, response) => void setTimeout(() => response.end("x"), 600));
      await browser.capture({ url: browser.site.url("/a-while"), screenshot: null });
      await until(() =>
        Promise.resolve(browser.pool.health().starts === 2 && browser.pool.health().status === "serving"),
      );
      await expectCaptureWorks(browser);
    });
  }
});

describe("browser pool: failures and closing", () => {
  const { open } = useBrowsers();

  it("a browser that is killed ends its jobs as browser_unavailable, and the next job works", async () => {
    const browser = await open();
    browser.site.route("/waits", () => undefined);
    const lost = failure(browser.capture({ url: browser.site.url("/waits") }));
    await until(() => Promise.resolve(browser.site.received("/waits").length > 0));
    process.kill(pidOf(browser), "SIGKILL");
    expect((await lost).code).to.equal("browser_unavailable");
    await expectCaptureWorks(browser);
    expect(browser.pool.health().starts).to.equal(2);
    await until(async () => (await readdir(browser.scratchDir)).length === 1);
  });

  it("jobs that run when it is closed end as browser_unavailable", async () => {
    const browser = await open();
    browser.site.route("/waits", () => undefined);
    const lost = failure(browser.capture({ url: browser.site.url("/waits") }));
    await until(() => Promise.resolve(browser.site.received("/waits").length > 0));
    await browser.pool.close();
    expect((await lost).code).to.equal("browser_unavailable");
  });

  it("a failed start is browser_unavailable, shows in its health, and does not prevent the next start", async () => {
    const browser = await open();
    const broken = createBrowserPool({
      executablePath: "/bin/false",
      sandbox: true,
      scratchDir: browser.scratchDir,
      policy: sitePolicy(""),
      logger: createLogger({ name: "test", level: "silent" }),
      concurrency: 1,
      launchTimeoutMs: 2_000,
    });
    const lease = () =>
      broken.lease(new AbortController().signal).then(
        () => "leased",
        (error: { code: string }) => error.code,
      );
    expect([await lease(), await lease()]).to.deep.equal(["browser_unavailable", "browser_unavailable"]);
    expect(broken.health()).to.include({ status: "failing", startFailures: 2, active: 0 });
    await broken.close();
    expect(await readdir(browser.scratchDir)).to.deep.equal([]);
  });
});
