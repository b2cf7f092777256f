import type { OutboxRecord } from "#schemas/job.ts";
import type { PlanName } from "#schemas/plans.ts";
import { CreditsRefused, type Reserved, reserveCredits } from "#data/credits.ts";
import { creditPeriod } from "#workflows/rules/creditPeriod.ts";
import { ApiError } from "../apiError.ts";
import type { ApiPorts } from "../ports.ts";

/** An acceptance to be noted, and what its work costs. */
type Order = { entry: OutboxRecord; plan: PlanName; price: number };

/**
 * Reserves the credits beside writing the outbox entry; a refusal takes the entry away again.
 * Rejects with `insufficient_credits` when the account is short.
 */
export async function reserveNoted(ports: ApiPorts, { entry, plan, price }: Order): Promise<Reserved> {
  const { _id, accountId, createdAt } = entry;
  const { outbox } = ports.database;
  const [noted, reserved] = await Promise.allSettled([
    outbox.insertOne(entry),
    reserveCredits(ports.database, { accountId, plan, price, period: creditPeriod(createdAt) }),
  ]);
  if (noted.status === "rejected") throw noted.reason;
  if (reserved.status === "fulfilled") return reserved.value;
  ports.background.run("Removing an outbox entry", { accountId }, () => outbox.deleteOne({ _id }));
  throw toCreditError(reserved.reason);
}

/** A refusal of credits as the reply to it; any other error as it is. */
export function toCreditError(error: unknown): unknown {
  if (!(error instanceof CreditsRefused)) return error;
  switch (error.reason) {
    case "insufficient_credits":
      return new ApiError("insufficient_credits");
    case "unknown_account":
      return new ApiError("unauthorized");
    case "contended":
      return new ApiError("unavailable", {
        message: "The account's credits are being changed; try again.",
        retryAfter: 1,
      });
  }
}
