import { usePlans } from "#schemas/settings/plans.ts";
import { createLogger } from "#telemetry/logger.ts";
import { installRuntime } from "#worker/observability.ts";
import { provisionAll } from "./provisioned.ts";
import { stopServers } from "./servers.ts";
import { closeSharedBrowser } from "./sharedBrowser.ts";
import { testPlans } from "./testPlans.ts";
import { beginTest, endTest } from "./until.ts";

/** Hooks of every test process: finds the browser and servers, silences the Temporal SDK, and stops what the tests shared. */
export const mochaHooks = {
  async beforeAll(this: Mocha.Context): Promise<void> {
    this.timeout(1_200_000);
    usePlans(testPlans);
    await provisionAll();
    installRuntime(createLogger({ name: "test", level: process.env["TEST_LOG_LEVEL"] ?? "silent" }));
  },
  beforeEach(this: Mocha.Context): void {
    const test = this.currentTest;
    beginTest(() => test?.timeout() ?? 0);
  },
  afterEach: endTest,
  async afterAll(this: Mocha.Context): Promise<void> {
    this.timeout(60_000);
    await closeSharedBrowser();
    await stopServers();
  },
};
