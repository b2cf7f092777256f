import { usePlans } from "#schemas/settings/plans.ts";
import { createLogger } from "#telemetry/logger.ts";
import { installRuntime } from "#worker/observability.ts";
import { provisionAll } from "./provisioned.ts";
import { stopServers } from "./servers.ts";
import { closeSharedBrowser } from "./sharedBrowser.ts";
import { testPlans } from "./testPlans.ts";

/** What every test process begins with, a browser, servers to start and a quiet Temporal SDK; and ends with: the browser and servers that the tests shared. */
export const mochaHooks = {
  async beforeAll(this: Mocha.Context): Promise<void> {
    this.timeout(1_200_000);
    usePlans(testPlans);
    await provisionAll();
    installRuntime(createLogger({ name: "test", level: process.env["TEST_LOG_LEVEL"] ?? "silent" }));
  },
  async afterAll(this: Mocha.Context): Promise<void> {
    this.timeout(60_000);
    await closeSharedBrowser();
    await stopServers();
  },
};
