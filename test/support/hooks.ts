import { stopServers } from "./servers.ts";

/** What every test process ends with: the servers the tests shared, if any test asked for them. */
export const mochaHooks = {
  async afterAll(this: Mocha.Context): Promise<void> {
    this.timeout(60_000);
    await stopServers();
  },
};
