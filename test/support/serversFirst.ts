import { servers } from "./servers.ts";

/** For a process of many files: the servers are up before its first test, so that their start takes no test's own time. */
export const mochaHooks = {
  async beforeAll(this: Mocha.Context): Promise<void> {
    this.timeout(600_000);
    await servers();
  },
};
