import { clearTransfer, postTransfer } from "#data/creditTransfers.ts";
import { type Charge, CreditsRefused, reserveCredits, type Reserved, type Shortage } from "#data/credits.ts";
import { insertIfAbsent } from "#data/insertIfAbsent.ts";
import type { Database } from "#data/mongo.ts";
import type { LedgerTransfer } from "#schemas/account.ts";
import type { OutboxRecord } from "#schemas/job.ts";
import type { PlanName } from "#schemas/settings/plans.ts";
import { endOfPeriod } from "#workflows/rules/prices.ts";
import { type WorkflowOrder, workflowStart } from "#workflows/starts.ts";
import { creditHeaders } from "./account/present.ts";
import { ApiError } from "./http/errors.ts";
import type { ApiPorts } from "./ports.ts";

/** Starts under way at once before a request waits for its own: a brake when Temporal is slower than the clients. */
const startsAtOnce = 64;

type Dispatch = { entry: OutboxRecord; order: WorkflowOrder };

/** Starts an accepted resource's workflow behind the reply and then removes its outbox entry; what fails is left to the reconciler. */
export async function dispatch(ports: ApiPorts, { entry, order }: Dispatch): Promise<void> {
  const { background } = ports;
  const { workflowId } = workflowStart(order);
  const braked = background.size() >= startsAtOnce;
  const started = Promise.withResolvers<void>();
  background.run("Starting a workflow", { accountId: entry.accountId, workflowId }, () =>
    start(ports, { entry, order }).finally(started.resolve),
  );
  if (braked) await started.promise;
}

async function start({ database, orchestrator }: ApiPorts, { entry, order }: Dispatch): Promise<void> {
  await orchestrator.start(order);
  await database.outbox.deleteOne({ _id: entry._id });
}

/** What a workflow could not be told. */
type PendingSignal = Pick<OutboxRecord, "_id" | "type" | "accountId">;

/** Has the reconciler tell a workflow what it could not be told now; what it is, it reads from the resource's record. */
export async function deferToReconciler({ outbox }: Database, untold: PendingSignal, createdAt: Date): Promise<void> {
  await insertIfAbsent(outbox, { ...untold, jobIds: [], createdAt });
}

/** An acceptance to be noted, what its work costs, and how its records are written once that is counted. */
type Order = {
  entry: OutboxRecord;
  plan: PlanName;
  charges: readonly Charge[];
  insert: (reserved: Reserved) => Promise<unknown>;
};

/**
 * Writes the outbox entry, counts the charges, then writes them to the ledger beside the records: what is counted always has its
 * entry, by which the reconciler makes good what a crash leaves. Only a refusal takes the entry away again.
 * Rejects with `insufficient_credits` when the account is short.
 */
export async function reserveWithOutbox(ports: ApiPorts, { entry, plan, charges, insert }: Order): Promise<Reserved> {
  const { _id, accountId, createdAt } = entry;
  const { outbox } = ports.database;
  await ports.recordOutboxEntry(_id);
  await outbox.insertOne(entry);
  const reserved = await reserveCredits(ports.database, { accountId, plan, charges, at: createdAt }).catch(
    (error: unknown) => {
      // Whether anything was counted is known only of a refusal.
      if (error instanceof CreditsRefused)
        ports.background.run("Removing an outbox entry", { accountId }, () => outbox.deleteOne({ _id }));
      throw toCreditError(error);
    },
  );
  await Promise.all([post(ports, accountId, reserved.transfer), insert(reserved)]);
  return reserved;
}

async function post({ database, background }: ApiPorts, accountId: string, transfer: LedgerTransfer): Promise<void> {
  if (transfer.entries.length === 0) return;
  const surplus = await postTransfer(database, transfer);
  background.run("Clearing a movement of credits", { accountId }, () => clearTransfer(database, { transfer, surplus }));
}

/** The refusal of work that costs more than is left. */
export function tooFewCredits({ needed, left, period }: Shortage): ApiError {
  const headers = creditHeaders({ credits: { charged: 0, refunded: 0 } }, left);
  const credits = `${needed} ${needed === 1 ? "credit" : "credits"}, and ${left} ${left === 1 ? "is" : "are"} left`;
  const message = `This needs ${credits} until ${endOfPeriod(period).toISOString()}, when the next period begins.`;
  return new ApiError("insufficient_credits", { headers, message });
}

/** A refusal of credits as the reply to it; any other error as it is. */
export function toCreditError(error: unknown): unknown {
  if (!(error instanceof CreditsRefused)) return error;
  switch (error.reason) {
    case "insufficient_credits":
      return error.shortage === null ? error : tooFewCredits(error.shortage);
    case "unknown_account":
      return new ApiError("unauthorized");
    case "contended":
      return new ApiError("unavailable", {
        message: "The account's credits are being changed; try again.",
        retryAfter: 1,
      });
  }
}
