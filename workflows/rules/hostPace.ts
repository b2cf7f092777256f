import type { HostAnswer, PaceLimits } from "#schemas/pace.ts";

/** Somebody who wants one page of the host; a workflow asks for one at a time. */
export type TurnRequest = {
  /** New for every time a workflow asks. */
  requestId: string;
  workflowId: string;
  accountId: string;
  /** Smaller goes first among the requests of one account. */
  priority: number;
};

/** A turn that was given and not handed back. */
type HeldTurn = TurnRequest & { /** Milliseconds since 1970. */ since: number };

/** All that is known of a host; times are milliseconds since 1970. Plain data, as it is carried from run to run. */
export type PaceState = {
  waiting: TurnRequest[];
  held: HeldTurn[];
  lastGivenAt: number;
  /** When each account was last given a turn here. */
  servedAt: Record<string, number>;
  pausedUntil: number;
  /** Answers of 429 or 503 in a row. */
  refusals: number;
};

/** The host's turn to be given now, or when to look again; null where only a request or a returned turn changes anything. */
export type NextTurn = { give: TurnRequest; wakeAt?: never } | { give: null; wakeAt: number | null };

/** A host nobody has asked for. */
export const quietHost: PaceState = {
  waiting: [],
  held: [],
  lastGivenAt: 0,
  servedAt: {},
  pausedUntil: 0,
  refusals: 0,
};

/** Milliseconds an account's last turn is remembered; one that asks for a page now and then need not wait behind it. */
const memory = 10 * 60_000;
/** Milliseconds a host is left alone that answers 429 or 503 without saying for how long: the first time, and at most. */
const firstPause = 5_000;
const longestPause = 5 * 60_000;
/** However long a host asks to be left alone, it is asked again after this. */
const longestRetryAfter = 60 * 60_000;

/** Milliseconds a host wants to be left alone by its answer, the `refusals`th of its kind in a row; null for an answer that takes work. */
export function pauseAfter({ statusCode, retryAfter }: HostAnswer, refusals: number): number | null {
  if (statusCode !== 429 && statusCode !== 503) return null;
  if (retryAfter === undefined) return Math.min(firstPause * 2 ** Math.min(refusals - 1, 10), longestPause);
  return Math.min(Math.max(retryAfter, 1) * 1_000, longestRetryAfter);
}

/** Puts a request in line. One that is there already changes nothing; a workflow's newer one takes the place of its older one. */
export function addRequest(state: PaceState, request: TurnRequest): PaceState {
  const known = [...state.waiting, ...state.held].some(({ requestId }) => requestId === request.requestId);
  if (known) return state;
  const others = without(state, ({ workflowId }) => workflowId === request.workflowId);
  return { ...others, waiting: [...others.waiting, request] };
}

/** Takes back a turn, or a request that is still in line. `answer` is what the host said, null where it was not reached. */
export function returnTurn(
  state: PaceState,
  { requestId, answer, now }: { requestId: string; answer: HostAnswer | null; now: number },
): PaceState {
  const rest = without(state, (turn) => turn.requestId === requestId);
  if (answer === null) return rest;
  const pause = pauseAfter(answer, state.refusals + 1);
  if (pause === null) return { ...rest, refusals: 0 };
  return pauseHost({ ...rest, refusals: state.refusals + 1 }, now + pause);
}

/** Leaves the host alone until then, or for longer where that was said already. */
export function pauseHost(state: PaceState, until: number): PaceState {
  return { ...state, pausedUntil: Math.max(state.pausedUntil, until) };
}

/** Takes back turns, and forgets requests, of workflows that have ended. */
export function dropTurns(state: PaceState, requestIds: readonly string[]): PaceState {
  return without(state, ({ requestId }) => requestIds.includes(requestId));
}

/**
 * Who is to be given the next turn. A host that has just refused gets one page at a time until it answers again.
 * Accounts take turns, the one that has waited longest since its last turn first; so one account's thousand pages don't delay another's one.
 */
export function nextTurn(state: PaceState, limits: PaceLimits, now: number): NextTurn {
  const atOnce = state.refusals > 0 ? 1 : limits.atOnce;
  if (state.waiting.length === 0 || state.held.length >= atOnce) return { give: null, wakeAt: null };
  const notBefore = Math.max(state.pausedUntil, state.lastGivenAt + limits.spacingMs);
  if (now < notBefore) return { give: null, wakeAt: notBefore };
  const [first = null] = state.waiting.toSorted(
    (a, b) => servedAt(state, a) - servedAt(state, b) || a.priority - b.priority,
  );
  return first === null ? { give: null, wakeAt: null } : { give: first };
}

/** The state once the turn is given. */
export function giveTurn(state: PaceState, turn: TurnRequest, now: number): PaceState {
  const served = Object.entries(state.servedAt).filter(([, at]) => now - at < memory);
  return {
    ...state,
    waiting: state.waiting.filter(({ requestId }) => requestId !== turn.requestId),
    held: [...state.held, { ...turn, since: now }],
    lastGivenAt: now,
    servedAt: { ...Object.fromEntries(served), [turn.accountId]: now },
  };
}

function servedAt(state: PaceState, { accountId }: TurnRequest): number {
  return state.servedAt[accountId] ?? 0;
}

function without(state: PaceState, gone: (turn: TurnRequest) => boolean): PaceState {
  return {
    ...state,
    waiting: state.waiting.filter((turn) => !gone(turn)),
    held: state.held.filter((turn) => !gone(turn)),
  };
}
