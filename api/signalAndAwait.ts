import { setTimeout as sleep } from "node:timers/promises";
import { uuidv7 } from "uuidv7";
import type { ApiErrorCode } from "#schemas/errors.ts";
import type { OutboxRecord } from "#schemas/job.ts";
import type { ControlSignal, WorkflowSignal } from "#orders/messages.ts";
import { type WorkflowOrder, workflowStart } from "#orders/starts.ts";
import { ApiError } from "./http/errors.ts";
import { deferToReconciler, type PendingSignal } from "./outbox.ts";
import type { ApiPorts } from "./ports.ts";

/** Milliseconds between two reads of the record, and between two tries to reach a workflow that has not started. */
const pollMs = 40;
const resendMs = 500;

/** A signal to a workflow, and the effect to wait for. */
type Awaited<Item> = {
  /** The resource's record as it is now. */
  record: Item;
  /** Sends the signal. Resolves to false if the workflow could not be reached and should be tried again. */
  send: (record: Item) => Promise<boolean>;
  read: () => Promise<Item>;
  /** Whether the record shows the effect. */
  isDone: (record: Item) => boolean;
  maxWaitMs: number;
  /** Ends the wait early, for example when the client is gone. */
  signal?: AbortSignal;
};

/** Signals a workflow and reads its record until it shows the effect, or the time is over. Returns the record as last read. */
export async function signalAndAwait<Item>(order: Awaited<Item>): Promise<Item> {
  const { send, read, isDone, maxWaitMs, signal = new AbortController().signal } = order;
  const deadline = Date.now() + maxWaitMs;
  let isSent = await send(order.record);
  let record = await read();
  while (!isDone(record) && Date.now() < deadline && !signal.aborted) {
    // An abort ends the pause early; the loop then ends by itself.
    await sleep(isSent ? pollMs : resendMs, undefined, { signal }).catch(() => undefined);
    isSent ||= await send(record);
    record = await read();
  }
  return record;
}

/**
 * Sends a signal. Returns false if the workflow is not running, or if Temporal is unavailable: then the reconciler sends the
 * signal, which it derives from the record of the resource.
 */
export async function sendOrDefer(
  { database, log, now }: ApiPorts,
  entry: PendingSignal,
  send: () => Promise<boolean>,
): Promise<boolean> {
  try {
    return await send();
  } catch (err) {
    log.warn({ err, ...entry }, "signalling a workflow failed");
    await deferToReconciler(database, entry, now());
    return false;
  }
}

/** Signals a workflow. Returns false if Temporal is unavailable or the workflow has ended. */
export async function trySignal(
  { orchestrator, log }: ApiPorts,
  order: WorkflowOrder,
  signal: WorkflowSignal,
): Promise<boolean> {
  try {
    return await orchestrator.signal(order, signal);
  } catch (err) {
    log.warn({ err, workflowId: workflowStart(order).workflowId }, "signalling a workflow failed");
    return false;
  }
}

/** A change of a resource that its workflow reads. `write` resolves to null if nothing was written. */
type SignalledChange<Item> = {
  entry: Pick<OutboxRecord, "type" | "accountId"> & { resourceId: string };
  write: () => Promise<Item | null>;
  /** Signals the workflow. Returns false if it could not be reached. */
  send: (changed: Item) => Promise<boolean>;
};

/**
 * Writes a change, signals the workflow and returns the changed record. Returns null without a signal if nothing was written.
 * The outbox entry is written first, so the reconciler sends the signal after a crash or while Temporal is unavailable.
 */
export async function writeAndSignal<Item>(
  { database: { outbox }, now }: ApiPorts,
  { entry: { resourceId, ...entry }, write, send }: SignalledChange<Item>,
): Promise<Item | null> {
  // Each change has its own entry, so a concurrent change does not remove this one.
  const _id = `${resourceId}:${uuidv7()}`;
  await outbox.insertOne({ ...entry, _id, jobIds: [], createdAt: now() });
  const changed = await write().catch(async (error: unknown) => {
    // After any other error, the change may have been written.
    if (error instanceof ApiError) await outbox.deleteOne({ _id });
    throw error;
  });
  if (changed === null || (await send(changed))) await outbox.deleteOne({ _id });
  return changed;
}

/** A signal to a workflow, and the error to throw if the workflow has ended. */
type ControlOrder = { order: WorkflowOrder; name: ControlSignal; ended: ApiErrorCode };

/**
 * Signals a workflow, which is started if it was not yet.
 * @throws ApiError `ended` if the workflow has ended, `unavailable` if Temporal is.
 */
export async function sendOrFail({ orchestrator, log }: ApiPorts, { order, name, ended }: ControlOrder): Promise<true> {
  const isSent = await orchestrator.signal(order, { name, args: [] }).catch((err: unknown) => {
    log.warn({ err, workflowId: workflowStart(order).workflowId }, "signalling a workflow failed");
    throw new ApiError("unavailable", { retryAfter: 5 });
  });
  if (!isSent) throw new ApiError(ended);
  return true;
}
