import { type Static, Type } from "typebox";
import { literals, nullable } from "../common.ts";

export const PlanName = literals(["free", "starter", "pro", "business", "unlimited"]);
export type PlanName = Static<typeof PlanName>;

const most = 1_000_000_000;
const Amount = Type.Integer({ minimum: 0, maximum: most });

/** Limits of a plan. */
export const Plan = Type.Object(
  {
    credits: nullable(Amount, "Credits a calendar month (UTC); null counts without refusing."),
    monitors: nullable(Amount, "Monitors at once; null for any number."),
    minIntervalMinutes: Type.Integer({
      minimum: 1,
      maximum: 43_200,
      description: "Minimum interval of a monitor, minutes.",
    }),
    concurrency: nullable(
      Type.Integer({ minimum: 1, maximum: 10_000 }),
      "Work of the account at once; null for any amount.",
    ),
    requestsPerSecond: Type.Integer({ minimum: 1, maximum: 100_000, description: "Requests per second of one key." }),
    runRetentionDays: Type.Integer({
      minimum: 1,
      maximum: 3_650,
      description: "Days for which monitor runs are kept.",
    }),
  },
  { additionalProperties: false },
);
export type Plan = Static<typeof Plan>;

/** An operator's changes: plans by name, each with the fields that differ from the defaults. */
const Change = Type.Optional(Type.Partial(Plan, { additionalProperties: false }));
export const PlanChanges = Type.Object(
  { free: Change, starter: Change, pro: Change, business: Change, unlimited: Change } satisfies Record<
    PlanName,
    typeof Change
  >,
  { additionalProperties: false },
);
export type PlanChanges = Static<typeof PlanChanges>;

const defaults: Readonly<Record<PlanName, Plan>> = {
  free: {
    credits: 100,
    monitors: 1,
    minIntervalMinutes: 60,
    concurrency: 2,
    requestsPerSecond: 5,
    runRetentionDays: 7,
  },
  starter: {
    credits: 2_000,
    monitors: 10,
    minIntervalMinutes: 15,
    concurrency: 5,
    requestsPerSecond: 10,
    runRetentionDays: 30,
  },
  pro: {
    credits: 10_000,
    monitors: 50,
    minIntervalMinutes: 5,
    concurrency: 10,
    requestsPerSecond: 25,
    runRetentionDays: 90,
  },
  business: {
    credits: 100_000,
    monitors: 1_000,
    minIntervalMinutes: 1,
    concurrency: 50,
    requestsPerSecond: 100,
    runRetentionDays: 365,
  },
  unlimited: {
    credits: null,
    monitors: null,
    minIntervalMinutes: 1,
    concurrency: null,
    requestsPerSecond: 1_000,
    runRetentionDays: 365,
  },
};

/** Limits of each plan in this process. */
export const plans: Record<PlanName, Plan> = { ...defaults };

/** Changes the plans of this process. The mains call it once, before anything starts. Other plans keep their defaults. */
export function usePlans(changes: PlanChanges): void {
  for (const name of PlanName.enum) plans[name] = { ...defaults[name], ...changes[name] };
}
