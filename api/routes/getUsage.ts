import { plans } from "#schemas/plans.ts";
import { UsageReply } from "#schemas/usage.ts";
import { creditsLeft } from "#data/credits.ts";
import { creditPeriod, endOfPeriod } from "#workflows/rules/creditPeriod.ts";
import { ApiError } from "../apiError.ts";
import { keyWith } from "../auth.ts";
import { countMonitors } from "../reads/monitors.ts";
import { countOpenJobs, creditsByOperation } from "../reads/usage.ts";
import { defineRoute, noBody, none } from "../route.ts";

/** What the account has used of its plan in this period. */
export const getUsage = defineRoute({
  id: "getUsage",
  method: "GET",
  path: "/usage",
  summary: "Get the account's usage in this period",
  description:
    "A period is a calendar month in UTC. `concurrency` counts jobs, `byOperation` credits charged less refunded.",
  tag: "Usage",
  auth: keyWith("read", "render", "monitor"),
  errorShape: "submit",
  params: none,
  query: none,
  body: noBody,
  responses: { 200: { description: "The usage as it is now.", json: UsageReply } },
  errors: [],
  async handle({ caller: { accountId } }, { database, now }) {
    const at = now();
    const period = creditPeriod(at);
    const account = await database.accounts.findOne({ _id: accountId });
    if (account === null) throw new ApiError("unauthorized");
    const { credits: limit, concurrency, monitors } = plans[account.plan];
    const [jobs, active, byOperation] = await Promise.all([
      countOpenJobs(database, accountId),
      countMonitors(database, accountId),
      creditsByOperation(database, accountId, period),
    ]);
    const used = account.credits.period < period ? 0 : Math.max(0, account.credits.used);
    const credits = {
      used,
      limit,
      remaining: creditsLeft(account, at),
      percentageUsed: limit === null ? null : Math.round((used / limit) * 10_000) / 100,
      periodStart: `${period}-01T00:00:00.000Z`,
      periodEnd: endOfPeriod(period).toISOString(),
    };
    return {
      status: 200,
      json: {
        success: true,
        plan: account.plan,
        credits,
        concurrency: { limit: concurrency, ...jobs },
        monitors: { active, limit: monitors },
        byOperation,
      },
    };
  },
});
