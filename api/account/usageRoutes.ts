import { Type } from "typebox";
import { creditsLeft } from "#data/credits.ts";
import { countMonitors } from "#data/monitors.ts";
import { UsageHistory, UsageReply } from "#schemas/account.ts";
import { monthPattern } from "#schemas/common.ts";
import { plans } from "#schemas/settings/plans.ts";
import { creditPeriod, endOfPeriod } from "#rules/prices.ts";
import { keyWith } from "../http/auth.ts";
import { ApiError } from "../http/errors.ts";
import { routesOf } from "../http/route.ts";
import { countOpenJobs, creditsByOperation, usageByDay } from "./store.ts";

const defineRoute = routesOf({ tag: "Account", errorShape: "submit" });

/** Usage of the plan in this period. */
export const getUsage = defineRoute({
  id: "getUsage",
  client: { resource: null, method: "usage", help: "Credits used and left, and the limits of the plan." },
  method: "GET",
  path: "/usage",
  summary: "Get the account's usage in this period",
  description:
    "A period is a calendar month in UTC. `concurrency` counts jobs, `byOperation` credits charged less refunded.",
  auth: keyWith("read", "render", "monitor"),
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

const HistoryQuery = Type.Object(
  {
    period: Type.Optional(
      Type.String({
        pattern: monthPattern,
        description: "Calendar month, YYYY-MM. Default: the current month.",
      }),
    ),
  },
  { additionalProperties: false },
);

/** Credits of a period by day and key. */
export const getUsageHistory = defineRoute({
  id: "getUsageHistory",
  client: {
    resource: null,
    method: "usageHistory",
    unwrap: "days",
    help: "Credits by day and key. `period` is a month, such as `2026-11`. Default: this month.",
  },
  method: "GET",
  path: "/usage/history",
  summary: "Get credits by day and key",
  auth: keyWith("read", "render", "monitor"),
  query: HistoryQuery,
  responses: { 200: { description: "The days with charges or refunds, newest first.", json: UsageHistory } },
  errors: [],
  async handle({ query, caller }, { database, now }) {
    const days = await usageByDay(database, caller.accountId, query.period ?? creditPeriod(now()));
    return { status: 200, json: { success: true, days } };
  },
});
