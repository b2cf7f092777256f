import {
  ActivityFailure,
  ApplicationFailure,
  CancellationScope,
  condition,
  setHandler,
  workflowInfo,
} from "@temporalio/workflow";
import { placeGiven } from "./messages.ts";
import { pace } from "./proxies.ts";

/** A capture, by the place it is to have among those of its account, and since when it waits (ISO). */
type Capture = { accountId: string; place: string; since: string };

/** How long a place is waited for before it is asked for again: the line may have been full. */
const patience = "2m";
/** The worth of work whose start named no priority. */
const ordinary = 3;

/** The captures of this workflow that have been given a place, each once; a comparison may wait for two. */
const given = new Set<string>();

/**
 * Does a capture as soon as its account may have one more under way (see `activities/pace/capturePlaces.ts`). Where that is at
 * once, as it mostly is, it costs the workflow nothing.
 */
export async function inPlace<Result>(capture: Capture, work: () => Promise<Result>): Promise<Result> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isAtConcurrency(error)) throw error;
    }
    await waitFor(capture);
  }
}

async function waitFor({ accountId, place, since }: Capture): Promise<void> {
  setHandler(placeGiven, (told) => void given.add(told.place));
  given.delete(place);
  const { workflowId, priority } = workflowInfo();
  const request = { accountId, place, workflowId, priority: priority?.priorityKey ?? ordinary, since };
  try {
    do await pace.requestPlace(request);
    while (!(await condition(() => given.has(place), patience)));
  } catch (error) {
    await CancellationScope.nonCancellable(() => pace.renouncePlace({ accountId, place }));
    throw error;
  }
}

function isAtConcurrency(error: unknown): boolean {
  const cause = error instanceof ActivityFailure ? error.cause : null;
  return cause instanceof ApplicationFailure && cause.type === "at_concurrency";
}
