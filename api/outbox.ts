import { clearTransfer, postTransfer } from "#data/creditTransfers.ts";
import {
  type Charge,
  CreditsRefused,
  findCounted,
  reserveCredits,
  type Reserved,
  type Shortage,
} from "#data/credits.ts";
import { insertIfAbsent, isDuplicateKey } from "#data/insertIfAbsent.ts";
import type { Database } from "#data/mongo.ts";
import type { LedgerTransfer } from "#schemas/account.ts";
import type { OutboxRecord } from "#schemas/job.ts";
import type { PlanName } from "#schemas/settings/plans.ts";
import { endOfPeriod } from "#rules/prices.ts";
import { type WorkflowOrder, workflowStart } from "#orders/starts.ts";
import { creditHeaders } from "./account/present.ts";
import { ApiError } from "./http/errors.ts";
import { type Reservation, ReservationSpent } from "./http/idempotency.ts";
import type { ApiPorts } from "./ports.ts";

/** Starts under way at once. Above this, a request waits for its own start, so Temporal can catch up. */
const maxStarts = 64;

type Dispatch = { entry: OutboxRecord; order: WorkflowOrder };

/** Starts an accepted resource's workflow behind the reply, then removes its outbox entry. The reconciler retries what fails. */
export async function dispatch(ports: ApiPorts, { entry, order }: Dispatch): Promise<void> {
  const { background } = ports;
  const { workflowId } = workflowStart(order);
  const isBraked = background.size() >= maxStarts;
  const started = Promise.withResolvers<void>();
  background.run("Starting a workflow", { accountId: entry.accountId, workflowId }, () =>
    start(ports, { entry, order }).finally(started.resolve),
  );
  if (isBraked) await started.promise;
}

async function start({ database, orchestrator }: ApiPorts, { entry, order }: Dispatch): Promise<void> {
  await orchestrator.start(order);
  await database.outbox.deleteOne({ _id: entry._id });
}

/** A signal that could not be sent. */
export type PendingSignal = Pick<OutboxRecord, "_id" | "type" | "accountId">;

/** Lets the reconciler send a signal, which it derives from the resource's record. */
export async function deferToReconciler({ outbox }: Database, pending: PendingSignal, createdAt: Date): Promise<void> {
  await insertIfAbsent(outbox, { ...pending, jobIds: [], createdAt });
}

/**
 * Writes an outbox entry. Returns false if another call has written one with the same id. A repeat renews the entry of the call
 * that broke off, so the reconciler gives it time.
 * @throws ReservationSpent if the reconciler has begun to undo the call.
 */
export async function writeEntry(
  { outbox }: Database,
  entry: OutboxRecord,
  { isRepeat }: Pick<Reservation, "isRepeat">,
): Promise<boolean> {
  if (!isRepeat) return insertIfAbsent(outbox, entry);
  try {
    await outbox.replaceOne({ _id: entry._id, undoing: { $ne: true } }, entry, { upsert: true });
    return true;
  } catch (error) {
    if (isDuplicateKey(error)) throw new ReservationSpent();
    throw error;
  }
}

/** Charges and records of a call. `insert` writes the records after the credits were counted. */
type Order = {
  entry: OutboxRecord;
  plan: PlanName;
  charges: readonly Charge[];
  isRepeat: boolean;
  insert: (reserved: Reserved) => Promise<unknown>;
};

/**
 * Writes the outbox entry, counts the charges, then writes them to the ledger and the records beside. Counted credits always
 * have an entry, from which the reconciler repairs a crash. Only a refusal removes the entry.
 * @throws ApiError `insufficient_credits`.
 */
export async function reserveWithOutbox(ports: ApiPorts, order: Order): Promise<Reserved> {
  const { entry, plan, insert } = order;
  const { _id, accountId, createdAt } = entry;
  const { outbox } = ports.database;
  await writeEntry(ports.database, entry, order);
  const charges = await uncountedCharges(ports.database, order);
  const reservedCredits = await reserveCredits(ports.database, { accountId, plan, charges, at: createdAt }).catch(
    (error: unknown) => {
      // After any other error, the credits may have been counted.
      if (error instanceof CreditsRefused)
        ports.background.run("Removing an outbox entry", { accountId }, () => outbox.deleteOne({ _id }));
      throw toCreditError(error);
    },
  );
  await Promise.all([post(ports, accountId, reservedCredits.transfer), insert(reservedCredits)]);
  return reservedCredits;
}

/**
 * The charges that a repeat has still to make.
 * @throws ReservationSpent if the call that broke off was refunded, or was charged differently.
 */
async function uncountedCharges(database: Database, { entry, charges, isRepeat }: Order): Promise<readonly Charge[]> {
  const counted = isRepeat ? await findCounted(database, entry.accountId, charges) : "none";
  if (counted === "other") throw new ReservationSpent();
  return counted === "all" ? [] : charges;
}

async function post({ database, background }: ApiPorts, accountId: string, transfer: LedgerTransfer): Promise<void> {
  if (transfer.entries.length === 0) return;
  const surplus = await postTransfer(database, transfer);
  background.run("Clearing a credit transfer", { accountId }, () => clearTransfer(database, { transfer, surplus }));
}

/** The refusal of work that costs more credits than the account has left. */
export function tooFewCredits({ needed, left, period }: Shortage): ApiError {
  const headers = creditHeaders({ credits: { charged: 0, refunded: 0 } }, left);
  const credits = `${needed} ${needed === 1 ? "credit" : "credits"}, and ${left} ${left === 1 ? "is" : "are"} left`;
  const message = `This needs ${credits} until ${endOfPeriod(period).toISOString()}, when the next period begins.`;
  return new ApiError("insufficient_credits", { headers, message });
}

/** Turns a refusal of credits into the API's error. Other errors stay as they are. */
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
