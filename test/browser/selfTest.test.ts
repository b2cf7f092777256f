import { expect } from "chai";
import { launch } from "puppeteer";
import { selfTest } from "#activities/browser/pool/selfTest.ts";
import { openJobProxy } from "#egress/jobProxy.ts";
import { chromePath } from "../support/provisioned.ts";
import { openStudio } from "./support.ts";

describe("browser self-test", () => {
  it("passes with the pool's browser", async () => {
    const studio = await openStudio();
    try {
      await selfTest(studio.pool);
      expect(studio.pool.health().active).to.equal(0);
    } finally {
      await studio.close();
    }
  });

  it("fails with a browser that goes around its proxy for loopback", async () => {
    const studio = await openStudio();
    const browser = await launch({
      executablePath: chromePath(),
      headless: "shell",
      pipe: true,
      args: ["--no-sandbox"],
    });
    const lease = studio.pool.lease.bind(studio.pool);
    studio.pool.lease = async (signal, policy = studio.pool.policy) => {
      const taken = await lease(signal, policy);
      const proxy = await openJobProxy({ policy, budget: { bytes: 1e8, requests: 1e4, tunnels: 1e3, seconds: 60 } });
      const context = await browser.createBrowserContext({ proxyServer: proxy.url });
      const page = await context.newPage();
      return {
        ...taken,
        page,
        release: () => Promise.all([taken.release(), context.close(), proxy.close()]).then(() => undefined),
      };
    };
    try {
      const outcome = await selfTest(studio.pool).then(
        () => "passed",
        (error: Error) => error.message,
      );
      expect(outcome).to.match(/reaches private addresses: [1-9]/u);
    } finally {
      await browser.close();
      await studio.close();
    }
  });
});
