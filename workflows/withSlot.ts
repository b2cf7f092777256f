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
import { slotGranted } from "./messages.ts";
import { throttle } from "./proxies.ts";
import { backOff, type Waits } from "./rules/deliverySchedule.ts";

/** A capture, by the places it is to have (`host` is null where no pace is kept), and since when it waits (ISO). */
type Capture = { accountId: string; host: string | null; leaseId: string; since: string };

/** What stands against a capture: too many of its account or at its host (by the name of the line), or a host that wants to be left alone (until then, milliseconds since 1970). */
type Deferral = { slotKey: string } | { until: number };

/**
 * Milliseconds a place is waited for before it is asked for again: the line may have been full. In line for its account a capture
 * may stand for weeks, and each time makes its history longer; in line at its host, asking keeps its account's place for it.
 */
const retryDelays = {
  host: { first: 2 * 60_000, longest: 2 * 60_000 },
  account: { first: 2 * 60_000, longest: 10 * 60_000 },
} as const satisfies Record<string, Waits>;
/** The worth of work whose start named no priority. */
const defaultPriority = 3;

/** The captures of this workflow that have been given a place, each once; a comparison may wait for two. */
const granted = new Set<string>();

/**
 * Does a capture as soon as its account, and its host where the host's pace is kept, may have one more under way (see
 * `activities/throttle/captureSlots.ts`). Where that is at once, as it mostly is, it costs the workflow nothing.
 */
export async function withSlot<Result>(capture: Capture, work: () => Promise<Result>): Promise<Result> {
  for (;;) {
    let obstacle: Deferral;
    try {
      return await work();
    } catch (error) {
      obstacle = await deferralOf(error, capture);
    }
    if ("until" in obstacle) await waitUntil(obstacle.until);
    else await waitForSlot(obstacle.slotKey, capture);
    setCurrentDetails("");
  }
}

async function waitUntil(until: number): Promise<void> {
  setCurrentDetails(`The host wants to be left alone until ${new Date(until).toISOString()}.`);
  await sleep(Math.max(1, until - Date.now()), { summary: "the host wants to be left alone" });
}

async function waitForSlot(slotKey: string, capture: Capture): Promise<void> {
  const { accountId, leaseId, since } = capture;
  setCurrentDetails(`In line for a place at ${slotKey}.`);
  setHandler(slotGranted, (told) => void granted.add(told.place));
  granted.delete(leaseId);
  const { workflowId, priority } = workflowInfo();
  const waiter = { workflowId, accountId, priority: priority?.priorityKey ?? defaultPriority, since };
  const waits = retryDelays[slotKey.startsWith("host:") ? "host" : "account"];
  try {
    for (let turn = 0; ; turn += 1) {
      await throttle.queueForSlot({ slotKey, leaseId, ...waiter });
      if (await condition(() => granted.has(leaseId), backOff(turn, waits))) return;
    }
  } catch (error) {
    await releaseSlots(capture);
    throw error;
  }
}

/** What the capture has to wait for. Throws the failure itself where it is another one. */
async function deferralOf(error: unknown, capture: Capture): Promise<Deferral> {
  const cause = error instanceof ActivityFailure ? error.cause : null;
  if (!(cause instanceof ApplicationFailure)) {
    // Cancelled before it began, or its worker died: its slots are still leased.
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
