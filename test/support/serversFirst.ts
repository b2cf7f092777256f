import { servers } from "./servers.ts";

/** Starts the servers before the first test of a lane, so that their start counts for no test's timeout. */
export const mochaHooks = {
  async beforeAll(this: Mocha.Context): Promise<void> {
    this.timeout(600_000);
    await servers();
  },
};
