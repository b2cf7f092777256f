import { expect } from "chai";
import { launch } from "puppeteer";
import { selfTest } from "#activities/browser/pool/selfTest.ts";
import { openJobProxy } from "#egress/jobProxy.ts";
import { chromePath } from "../support/provisioned.ts";
import { openTestBrowser } from "./support.ts";

describe("browser self-test", () => {
  it("passes with the pool's browser", async () => {
    const browser = await openTestBrowser();
    try {
      await selfTest(browser.pool);
      expect(browser.pool.health().active).to.equal(0);
    } finally {
      await browser.close();
    }
  });

  it("fails with a browser that bypasses its proxy for loopback", async () => {
    const browser = await openTestBrowser();
    const chromium = await launch({
      executablePath: chromePath(),
      headless: "shell",
      pipe: true,
      args: ["--no-sandbox"],
    });
    const lease = browser.pool.lease.bind(browser.pool);
    browser.pool.lease = async (signal, policy = browser.pool.policy) => {
      const taken = await lease(signal, policy);
      const proxy = await openJobProxy({ policy, budget: { bytes: 1e8, requests: 1e4, tunnels: 1e3, seconds: 60 } });
      const context = await chromium.createBrowserContext({ proxyServer: proxy.url });
      const page = await context.newPage();
      return {
        ...taken,
        page,
        release: () => Promise.all([taken.release(), context.close(), proxy.close()]).then(() => undefined),
      };
    };
    try {
      const outcome = await selfTest(browser.pool).then(
        () => "passed",
        (error: Error) => error.message,
      );
      expect(outcome).to.match(/reaches private addresses: [1-9]/u);
    } finally {
      await chromium.close();
      await browser.close();
    }
  });
});
