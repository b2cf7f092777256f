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
import { placeGiven } from "./messages.ts";
import { pace } from "./proxies.ts";
import { backOff, type Waits } from "./rules/backOff.ts";

/** A capture, by the places it is to have (`host` is null where no pace is kept), and since when it waits (ISO). */
type Capture = { accountId: string; host: string | null; place: string; since: string };

/** What stands against a capture: too many of its account or at its host (by the name of the line), or a host that wants to be left alone (until then, milliseconds since 1970). */
type Obstacle = { subject: string } | { until: number };

/**
 * Milliseconds a place is waited for before it is asked for again: the line may have been full. In line for its account a capture
 * may stand for weeks, and each time makes its history longer; in line at its host, asking keeps its account's place for it.
 */
const patience = {
  host: { first: 2 * 60_000, longest: 2 * 60_000 },
  account: { first: 2 * 60_000, longest: 10 * 60_000 },
} as const satisfies Record<string, Waits>;
/** The worth of work whose start named no priority. */
const ordinary = 3;

/** The captures of this workflow that have been given a place, each once; a comparison may wait for two. */
const given = new Set<string>();

/**
 * Does a capture as soon as its account, and its host where the host's pace is kept, may have one more under way (see
 * `activities/pace/capturePlaces.ts`). Where that is at once, as it mostly is, it costs the workflow nothing.
 */
export async function inPlace<Result>(capture: Capture, work: () => Promise<Result>): Promise<Result> {
  for (;;) {
    let obstacle: Obstacle;
    try {
      return await work();
    } catch (error) {
      obstacle = await obstacleOf(error, capture);
    }
    if ("until" in obstacle) await untilThen(obstacle.until);
    else await untilGiven(obstacle.subject, capture);
    setCurrentDetails("");
  }
}

async function untilThen(until: number): Promise<void> {
  setCurrentDetails(`The host wants to be left alone until ${new Date(until).toISOString()}.`);
  await sleep(Math.max(1, until - Date.now()), { summary: "the host wants to be left alone" });
}

async function untilGiven(subject: string, capture: Capture): Promise<void> {
  const { accountId, place, since } = capture;
  setCurrentDetails(`In line for a place at ${subject}.`);
  setHandler(placeGiven, (told) => void given.add(told.place));
  given.delete(place);
  const { workflowId, priority } = workflowInfo();
  const waiter = { workflowId, accountId, priority: priority?.priorityKey ?? ordinary, since };
  const waits = patience[subject.startsWith("host:") ? "host" : "account"];
  try {
    for (let turn = 0; ; turn += 1) {
      await pace.requestPlace({ subject, place, ...waiter });
      if (await condition(() => given.has(place), backOff(turn, waits))) return;
    }
  } catch (error) {
    await renounce(capture);
    throw error;
  }
}

/** What the capture has to wait for. Throws the failure itself where it is another one. */
async function obstacleOf(error: unknown, capture: Capture): Promise<Obstacle> {
  const cause = error instanceof ActivityFailure ? error.cause : null;
  if (!(cause instanceof ApplicationFailure)) {
    // Called off before it began, or its worker died: then nobody has given its places back.
    await renounce(capture);
    throw error;
  }
  const [detail] = cause.details ?? [];
  if (cause.type === "at_concurrency" && typeof detail === "string") return { subject: detail };
  if (cause.type === "host_paused" && typeof detail === "number") return { until: detail };
  throw error;
}

async function renounce({ accountId, host, place }: Capture): Promise<void> {
  await CancellationScope.nonCancellable(() => pace.renouncePlaces({ accountId, host, place }));
}
