import {
  ActivityFailure,
  ApplicationFailure,
  CancellationScope,
  condition,
  setCurrentDetails,
  setHandler,
  sleep,
  workflowInfo,
} from "@temporalio/workflow";
import { slotGranted } from "#orders/messages.ts";
import { throttle } from "./proxies.ts";
import { backOff, type PollDelays } from "#rules/deliverySchedule.ts";

/** A capture and its slots. `host` is a throttle key; null if the host is not throttled. `since` is the ISO instant at which it was ordered. */
type Capture = { accountId: string; host: string | null; leaseId: string; since: string };

/** Why a capture cannot run yet: no free slot of a slot key, or a host's back-off that ends at `until` (milliseconds since 1970). */
type Deferral = { slotKey: string } | { until: number };

/**
 * Intervals at which a waiting workflow queues again, as the wait queue may have been full. A wait for an account may take
 * weeks and each call makes the history longer, so its interval grows. A wait for a host extends the account's lease.
 */
const retryDelays = {
  host: { minMs: 2 * 60_000, maxMs: 2 * 60_000 },
  account: { minMs: 2 * 60_000, maxMs: 10 * 60_000 },
} as const satisfies Record<string, PollDelays>;
/** The priority of a workflow that was started without one. */
const defaultPriority = 3;

/** Lease ids of this workflow that were granted. A comparison may wait for two slots. */
const grantedLeases = new Set<string>();

/**
 * Runs a capture, and waits for its slots if they are taken (see `activities/throttle/captureSlots.ts`). If its slots are
 * free, it adds no commands to the workflow.
 */
export async function withSlot<Result>(capture: Capture, work: () => Promise<Result>): Promise<Result> {
  for (;;) {
    let deferral: Deferral;
    try {
      return await work();
    } catch (error) {
      deferral = await deferralOf(error, capture);
    }
    if ("until" in deferral) await waitUntil(deferral.until);
    else await waitForSlot(deferral.slotKey, capture);
    setCurrentDetails("");
  }
}

async function waitUntil(until: number): Promise<void> {
  setCurrentDetails(`The host is backed off until ${new Date(until).toISOString()}.`);
  await sleep(Math.max(1, until - Date.now()), { summary: "host back-off" });
}

async function waitForSlot(slotKey: string, capture: Capture): Promise<void> {
  const { accountId, leaseId, since } = capture;
  setCurrentDetails(`Waits for a slot of ${slotKey}.`);
  setHandler(slotGranted, ({ leaseId: grantedId }) => void grantedLeases.add(grantedId));
  grantedLeases.delete(leaseId);
  const { workflowId, priority } = workflowInfo();
  const waiter = { workflowId, accountId, priority: priority?.priorityKey ?? defaultPriority, since };
  const delays = retryDelays[slotKey.startsWith("host:") ? "host" : "account"];
  try {
    for (let poll = 0; ; poll += 1) {
      await throttle.queueForSlot({ slotKey, leaseId, ...waiter });
      if (await condition(() => grantedLeases.has(leaseId), backOff(poll, delays))) return;
    }
  } catch (error) {
    await releaseSlots(capture);
    throw error;
  }
}

/** Reads the reason to wait from a failure. @throws the failure itself if it gives none. */
async function deferralOf(error: unknown, capture: Capture): Promise<Deferral> {
  const cause = error instanceof ActivityFailure ? error.cause : null;
  if (!(cause instanceof ApplicationFailure)) {
    // The capture was cancelled before it began, or its worker died. Its slots are still leased.
    await releaseSlots(capture);
    throw error;
  }
  const [detail] = cause.details ?? [];
  if (cause.type === "concurrency_limited" && typeof detail === "string") return { slotKey: detail };
  if (cause.type === "host_backed_off" && typeof detail === "number") return { until: detail };
  throw error;
}

async function releaseSlots({ accountId, host, leaseId }: Capture): Promise<void> {
  await CancellationScope.nonCancellable(() => throttle.releaseSlots({ accountId, host, leaseId }));
}
