import { usePlans } from "#schemas/settings/plans.ts";
import { testPlans } from "./testPlans.ts";
import { beginTest, endTest } from "./until.ts";

/** Hooks of the unit tests: they set the plans of tests and start no server. */
export const mochaHooks = {
  beforeAll(): void {
    usePlans(testPlans);
  },
  beforeEach(this: Mocha.Context): void {
    const test = this.currentTest;
    beginTest(() => test?.timeout() ?? 0);
  },
  afterEach: endTest,
};
