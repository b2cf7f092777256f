import { usePlans } from "#schemas/settings/plans.ts";
import { testPlans } from "./testPlans.ts";

/** What every unit test begins with: the plans of tests, and no server. */
export const mochaHooks = {
  beforeAll(): void {
    usePlans(testPlans);
  },
};
