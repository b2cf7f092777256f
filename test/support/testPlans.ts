import type { PlanChanges } from "#schemas/settings/plans.ts";

const requestsPerSecond = 10_000;

/** The plans of the tests: as by default, but that no test is refused for asking fast; those about that set their own. */
export const testPlans: PlanChanges = {
  free: { requestsPerSecond },
  starter: { requestsPerSecond },
  pro: { requestsPerSecond },
  business: { requestsPerSecond },
  unlimited: { requestsPerSecond },
};
