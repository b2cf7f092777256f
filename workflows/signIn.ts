import {
  condition,
  continueAsNew,
  defineSignal,
  getExternalWorkflowHandle,
  isCancellation,
  setCurrentDetails,
  setHandler,
  workflowInfo,
} from "@temporalio/workflow";
import type { SignInInput } from "#orders/inputs.ts";
import { ownerSignals, renewSignal, signInSettled } from "#orders/messages.ts";
import { answerOf, type RenewalRequest, retryDelayMs, sharesTry, type SignInLoopState } from "#rules/signIns.ts";
import { toJobEnd } from "./ends.ts";
import { nextVersion } from "./ids.ts";
import { startMailDelivery } from "./deliveries.ts";
import { browserFor, project } from "./proxies.ts";
import { withSlot } from "./withSlot.ts";

/** Tries per history, before the workflow continues as new. */
const maxTriesPerHistory = 200;
/** Milliseconds after which the record is read again. A lost signal only delays the end of a deleted sign-in. */
const pollMs = 24 * 3_600_000;
/** Seconds of a try. */
const trySeconds = 60;
/** Milliseconds for which the tries that captures cause are counted. */
const countedMs = 3_600_000;

const initialState: SignInLoopState = { generation: 0, signedInAt: null, failures: 0, retryAt: null, asked: [] };

/** The requests that wait for an answer, and whether the sign-in was deleted. */
type Pending = { requests: RenewalRequest[]; removed: boolean };

/**
 * One sign-in. It signs in at its start, when a capture was signed out, after `renewAfter`, and by hand, one try at a time. A
 * try serves all captures that wait for it. A failed one is tried again after growing delays; until then, captures get no
 * session.
 */
export async function signIn(input: SignInInput): Promise<void> {
  const { signInId } = input;
  const state: SignInLoopState = { ...initialState, ...input.state };
  const inbox: Pending = { requests: [], removed: false };
  setHandler(renewSignal, (request) => void inbox.requests.push(request));
  setHandler(defineSignal(ownerSignals.remove), () => void (inbox.removed = true));
  for (let tries = 0; ;) {
    const plan = await project.planSignIn({ signInId });
    if (plan === null || inbox.removed) return answer(input, inbox.requests.splice(0), false);
    const isWanted = await answerSettled(input, { state, inbox });
    const due = dueOf(state, plan.renewAfter);
    if (!isWanted && due > Date.now()) {
      if (tries >= maxTriesPerHistory || workflowInfo().continueAsNewSuggested) {
        await continueAsNew<typeof signIn>({ ...input, state });
      }
      await condition(() => inbox.removed || inbox.requests.length > 0, Math.min(pollMs, due - Date.now()));
      continue;
    }
    await tryOnce(input, state, { inbox, renewAfter: plan.renewAfter });
    tries += 1;
  }
}

/** The instant of the next try that nobody asks for. The first is due at once. */
function dueOf({ signedInAt, retryAt }: SignInLoopState, renewAfter: number | null): number {
  if (retryAt !== null) return retryAt;
  if (signedInAt === null) return 0;
  return renewAfter === null ? Number.MAX_SAFE_INTEGER : signedInAt + renewAfter * 60_000;
}

type Loop = { state: SignInLoopState; inbox: Pending };

/** Answers the requests that need no try. Returns whether one is left that does. */
async function answerSettled(input: SignInInput, { state, inbox }: Loop): Promise<boolean> {
  const now = Date.now();
  state.asked = state.asked.filter((at) => at > now - countedMs);
  const leftRequests: RenewalRequest[] = [];
  for (const request of inbox.requests.splice(0)) {
    const answered = answerOf(request, state, now);
    if (answered === "try") leftRequests.push(request);
    else await answer(input, [request], answered === "fresh");
  }
  inbox.requests.unshift(...leftRequests);
  return leftRequests.length > 0;
}

type Renewal = { inbox: Pending; renewAfter: number | null };

/**
 * Signs in once. All captures that asked until its end share its outcome. So does a person who asked before it; one who asked
 * meanwhile may have changed a secret, and gets a try of their own.
 */
async function tryOnce(input: SignInInput, state: SignInLoopState, { inbox, renewAfter }: Renewal): Promise<void> {
  const { signInId, accountId, host } = input;
  const generation = nextVersion();
  const servedRequests = inbox.requests.splice(0);
  if (servedRequests.some((request) => request.workflowId !== null)) state.asked.push(Date.now());
  const { signIn: attempt } = browserFor({ seconds: trySeconds, summary: `sign in at ${host}` });
  const slot = { accountId, host: null, leaseId: signInId, since: new Date().toISOString() };
  let failure: { code: string; message: string | null } | null = null;
  try {
    await withSlot(slot, () => attempt({ signInId, generation }));
  } catch (error) {
    if (isCancellation(error)) throw error;
    const end = toJobEnd(error);
    failure = end.status === "failed" ? end : { code: "cancelled", message: null };
  }
  const asked = inbox.requests.splice(0);
  const isServed = (request: RenewalRequest): boolean => sharesTry(request, failure === null ? generation : null);
  servedRequests.push(...asked.filter((request) => isServed(request)));
  inbox.requests.unshift(...asked.filter((request) => !isServed(request)));
  const at = Date.now();
  const failuresBefore = state.failures;
  state.failures = failure === null ? 0 : state.failures + 1;
  state.retryAt = failure === null ? null : at + retryDelayMs(state.failures);
  if (failure === null) {
    state.generation = generation;
    state.signedInAt = at;
  }
  const due = dueOf(state, renewAfter);
  const mail = await project.projectSignIn({
    signInId,
    version: nextVersion(),
    at,
    nextTryAt: due === Number.MAX_SAFE_INTEGER ? null : due,
    failure: failure && { code: failure.code, message: failure.message, tries: state.failures },
    failuresBefore,
  });
  if (mail !== null) await startMailDelivery(mail);
  setCurrentDetails(failure === null ? "signed in" : `failed ${state.failures} times: ${failure.code}`);
  await answer(input, servedRequests, failure === null);
}

/** Tells captures whether they can go on. */
async function answer({ signInId }: SignInInput, requests: readonly RenewalRequest[], fresh: boolean): Promise<void> {
  for (const { workflowId } of requests) {
    if (workflowId === null) continue;
    try {
      await getExternalWorkflowHandle(workflowId).signal(signInSettled, { signInId, fresh });
    } catch (error) {
      // The capture's workflow has ended, so that nobody waits.
      if (isCancellation(error)) throw error;
    }
  }
}
