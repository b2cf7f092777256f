import { plans } from "#schemas/settings/plans.ts";
import type { ApiPorts } from "../ports.ts";
import type { Caller } from "./exchange.ts";

/**
 * Does the work of a synchronous call in one of the account's slots, which is kept for `ms` milliseconds at most.
 * @throws ApiError `too_many_at_once` without a free slot.
 */
export function withCallSlot<Value>(
  { callSlots }: Pick<ApiPorts, "callSlots">,
  { caller: { accountId, plan }, ms }: { caller: Caller; ms: number },
  work: () => Promise<Value>,
): Promise<Value> {
  const { concurrency: limit } = plans[plan];
  return limit === null ? work() : callSlots.acquire({ accountId, limit, ms }, work);
}

/**
 * Takes one of the account's slots for synchronous calls until the signal aborts, but for `ms` milliseconds at most.
 * @throws ApiError `too_many_at_once` without a free slot.
 */
export function holdCallSlot(
  ports: Pick<ApiPorts, "callSlots">,
  { signal, ...call }: { caller: Caller; ms: number; signal: AbortSignal },
): Promise<void> {
  const takenSlot = Promise.withResolvers<void>();
  const callEnd = Promise.withResolvers<void>();
  signal.addEventListener("abort", () => callEnd.resolve(), { once: true });
  if (signal.aborted) callEnd.resolve();
  void withCallSlot(ports, call, () => {
    takenSlot.resolve();
    return callEnd.promise;
  }).catch(takenSlot.reject);
  return takenSlot.promise;
}
