import { condition, continueAsNew, setCurrentDetails, setHandler, workflowInfo } from "@temporalio/workflow";
import { type HostPaceInput, paceOf, turnRequested, turnReturned } from "./messages.ts";
import { pace, rounds } from "./proxies.ts";
import { round } from "./round.ts";
import {
  addRequest,
  dropTurns,
  giveTurn,
  nextTurn,
  type PaceState,
  pauseHost,
  quietHost,
  returnTurn,
} from "./rules/hostPace.ts";

/** Milliseconds without a word after which those who hold turns are looked after. */
const patience = 10_000;
/** Milliseconds that are slept in the worker: a server's own timers may be a second late. */
const shortRest = 1_000;
/** Milliseconds after which the workflow of a host that nobody asks for ends. */
const quietEnd = 60_000;

/**
 * The pace of one host: gives turns to the workflows that ask for them, never more at once than the limits say, fair among
 * accounts, and none while the host wants to be left alone. A turn is handed back when its page is done; that of a workflow
 * which ended without doing so is taken back.
 */
export async function hostPace(input: HostPaceInput): Promise<void> {
  const { host } = input;
  let { limits } = input;
  let state = input.state ?? quietHost;
  let told = false;
  setHandler(turnRequested, ({ request, limits: newest, pausedUntil }) => {
    limits = newest;
    state = addRequest(state, request);
    if (pausedUntil !== null) state = pauseHost(state, pausedUntil);
    told = true;
  });
  setHandler(turnReturned, ({ requestId, answer }) => {
    state = returnTurn(state, { requestId, answer, now: Date.now() });
    told = true;
  });
  setHandler(paceOf, () => state);

  for (;;) {
    told = false;
    const { give, wakeAt } = nextTurn(state, limits, Date.now());
    if (give !== null) {
      state = giveTurn(state, give, Date.now());
      if (!(await pace.tellTurn(give))) state = dropTurns(state, [give.requestId]);
      continue;
    }
    setCurrentDetails(describe(state, limits.atOnce));
    if (workflowInfo().continueAsNewSuggested) await continueAsNew<typeof hostPace>({ host, limits, state });
    if (wakeAt !== null && wakeAt - Date.now() <= shortRest) {
      await pace.rest({ ms: wakeAt - Date.now() });
      continue;
    }
    const until = wakeAt ?? (state.held.length > 0 ? Date.now() + patience : quietUntil(state));
    if ((await condition(() => told, Math.max(1, until - Date.now()))) || wakeAt !== null) continue;
    if (state.held.length === 0) return;
    const ended = await abandoned(state);
    // Only now is the state looked at: requests came in meanwhile, and each that is lost waits for minutes.
    state = dropTurns(state, ended);
  }
}

/** When a host that nobody wants a page of is forgotten. */
function quietUntil({ pausedUntil }: PaceState): number {
  return Math.max(Date.now() + quietEnd, pausedUntil);
}

/** Turns held by workflows that have ended. */
async function abandoned({ held }: PaceState): Promise<string[]> {
  const ended = await round(() => rounds.findEnded({ workflowIds: held.map(({ workflowId }) => workflowId) }));
  return held.flatMap(({ workflowId, requestId }) => (ended?.includes(workflowId) === true ? [requestId] : []));
}

/** What operators read of it. */
function describe({ waiting, held, pausedUntil, refusals }: PaceState, atOnce: number): string {
  const accounts = new Set(waiting.map(({ accountId }) => accountId)).size;
  const paused = pausedUntil > Date.now() ? ` · left alone until ${new Date(pausedUntil).toISOString()}` : "";
  const refused = refusals > 0 ? ` · answered ${refusals} times in a row with 429 or 503` : "";
  return `${held.length} of ${atOnce} turns given · ${waiting.length} waiting of ${accounts} accounts${paused}${refused}`;
}
