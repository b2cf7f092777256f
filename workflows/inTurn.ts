import {
  ActivityFailure,
  ApplicationFailure,
  CancellationScope,
  condition,
  setHandler,
  uuid4,
  workflowInfo,
} from "@temporalio/workflow";
import type { PageInfo } from "#schemas/outputs.ts";
import type { HostAnswer } from "#schemas/pace.ts";
import { turnGiven } from "./messages.ts";
import { pace } from "./proxies.ts";

/** Who wants a page of which host. */
export type Turn = { host: string; accountId: string };

/** How long a turn is waited for before it is asked for again, should an operator have ended the host's workflow meanwhile. */
const patience = "2m";
/** The worth of work whose start named no priority. */
const ordinary = 3;

/**
 * Does the work, which asks one page of the host, once it is this workflow's turn there (see `hostPace.ts`), and hands the turn
 * back with the host's answer. Where the work finds that the host meanwhile wants to be left alone (`host_paused`), it gets in line again.
 * The capture itself must be told to keep the spacing (`paced` in its input).
 */
export async function inTurn<Result extends { page: Pick<PageInfo, "statusCode" | "retryAfter"> }>(
  turn: Turn,
  work: () => Promise<Result>,
): Promise<Result> {
  let pausedUntil: number | null = null;
  for (;;) {
    const requestId = uuid4();
    let answer: HostAnswer | null = null;
    try {
      await waitFor({ ...turn, requestId, pausedUntil });
      const result = await work();
      const { statusCode, retryAfter } = result.page;
      answer = { statusCode, retryAfter };
      return result;
    } catch (error) {
      pausedUntil = pauseOf(error);
      if (pausedUntil === null) throw error;
    } finally {
      await CancellationScope.nonCancellable(() => pace.returnTurn({ host: turn.host, requestId, answer }));
    }
  }
}

async function waitFor({
  host,
  accountId,
  requestId,
  pausedUntil,
}: Turn & { requestId: string; pausedUntil: number | null }): Promise<void> {
  let mine = false;
  setHandler(turnGiven, (given) => {
    mine ||= given.requestId === requestId;
  });
  const { workflowId, priority } = workflowInfo();
  const request = { requestId, workflowId, accountId, priority: priority?.priorityKey ?? ordinary };
  do await pace.requestTurn({ host, request, pausedUntil });
  while (!(await condition(() => mine, patience)));
}

/** Until when the host is to be left alone (milliseconds since 1970), where that is why the work was not done. */
function pauseOf(error: unknown): number | null {
  const cause = error instanceof ActivityFailure ? error.cause : null;
  if (!(cause instanceof ApplicationFailure) || cause.type !== "host_paused") return null;
  const [until] = cause.details ?? [];
  return typeof until === "number" ? until : null;
}
