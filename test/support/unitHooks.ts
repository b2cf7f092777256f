import { usePlans } from "#schemas/settings/plans.ts";
import { testPlans } from "./testPlans.ts";

/** Hook of the unit tests: sets the plans of tests. It starts no server. */
export const mochaHooks = {
  beforeAll(): void {
    usePlans(testPlans);
  },
};
