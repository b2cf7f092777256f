import { Type } from "typebox";
import { monthPattern } from "#schemas/common.ts";
import { UsageHistory } from "#schemas/usage.ts";
import { creditPeriod } from "#workflows/rules/creditPeriod.ts";
import { keyWith } from "../auth.ts";
import { usageByDay } from "../reads/usage.ts";
import { defineRoute, noBody, none } from "../route.ts";

const HistoryQuery = Type.Object(
  {
    period: Type.Optional(
      Type.String({
        pattern: monthPattern,
        description: "Calendar month, YYYY-MM; the present one unless given.",
      }),
    ),
  },
  { additionalProperties: false },
);

/** Credits of a period by day and key. */
export const getUsageHistory = defineRoute({
  id: "getUsageHistory",
  method: "GET",
  path: "/usage/history",
  summary: "Get credits by day and key",
  tag: "Usage",
  auth: keyWith("read", "render", "monitor"),
  errorShape: "submit",
  params: none,
  query: HistoryQuery,
  body: noBody,
  responses: { 200: { description: "The days on which credits moved, newest first.", json: UsageHistory } },
  errors: [],
  async handle({ query, caller }, { database, now }) {
    const days = await usageByDay(database, caller.accountId, query.period ?? creditPeriod(now()));
    return { status: 200, json: { success: true, days } };
  },
});
