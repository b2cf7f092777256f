import { createLogger } from "#telemetry/logger.ts";
import { installRuntime } from "#worker/temporalLogger.ts";
import { stopServers } from "./servers.ts";

/** What every test process begins with, a quiet Temporal SDK; and ends with: the servers the tests shared, if any asked for them. */
export const mochaHooks = {
  beforeAll(): void {
    installRuntime(createLogger({ name: "test", level: process.env["TEST_LOG_LEVEL"] ?? "silent" }));
  },
  async afterAll(this: Mocha.Context): Promise<void> {
    this.timeout(60_000);
    await stopServers();
  },
};
