import { CancellationScope, condition, defineSignal, isCancellation, setHandler } from "@temporalio/workflow";
import { controlSignals, ownerSignals } from "#orders/messages.ts";

/** The least milliseconds between two due instants. */
const minPeriodMs = 60_000;

/** Signals that a clock has not handled yet. */
export type PendingSignals = { changed: boolean; removed: boolean; status: "active" | "paused" | null };

/** Handles the signals of the API and of operators. Returns the pending signals, which the handlers update. */
export function listenToOwner(): PendingSignals {
  const signals: PendingSignals = { changed: false, removed: false, status: null };
  setHandler(defineSignal(ownerSignals.changed), () => void (signals.changed = true));
  setHandler(defineSignal(ownerSignals.remove), () => void (signals.removed = true));
  setHandler(defineSignal(controlSignals.pause), () => void (signals.status = "paused"));
  setHandler(defineSignal(controlSignals.resume), () => void (signals.status = "active"));
  return signals;
}

/** Whether a signal came since the last plan. */
export function hasSignal({ changed, removed, status }: PendingSignals): boolean {
  return changed || removed || status !== null;
}

/** The wait of a clock. Instants and durations are milliseconds. */
type Wait = {
  /** The next due instant; null if there is none. */
  due: number | null;
  /** The instant of the plan that `due` is from. */
  plannedAt: number;
  /** The longest wait without a due instant; null without an end. */
  pollMs: number | null;
};

/** Waits until a due instant and returns it. Returns null if `isWoken` became true, or if the clock must plan again. */
export async function waitUntilDue({ due, plannedAt, pollMs }: Wait, isWoken: () => boolean): Promise<number | null> {
  const waitMs = due === null ? pollMs : Math.max(1, due - Date.now());
  if (waitMs === null) await condition(isWoken);
  else if (await condition(isWoken, waitMs)) return null;
  // A worker that was away this long may have missed a later due instant.
  return due !== null && Date.now() - Math.max(due, plannedAt) < minPeriodMs ? due : null;
}

/**
 * Runs a child workflow, which is cancelled when its owner was removed. Returns null if the child failed, or if an operator
 * ended it.
 * @throws CancelledFailure if this workflow was cancelled.
 */
export async function runUntilRemoved<Result>(
  run: () => Promise<Result>,
  isRemoved: () => boolean,
): Promise<Result | null> {
  const scope = new CancellationScope();
  let ended = false;
  const work = scope.run(run).finally(() => void (ended = true));
  try {
    await condition(() => ended || isRemoved()).then(() => (ended ? undefined : scope.cancel()));
    return await work;
  } catch (error) {
    if (isCancellation(error) && !isRemoved()) throw error;
    return null;
  }
}
