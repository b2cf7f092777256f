import {
  ActivityFailure,
  ApplicationFailure,
  condition,
  getExternalWorkflowHandle,
  isCancellation,
  setCurrentDetails,
  setHandler,
  workflowInfo,
} from "@temporalio/workflow";
import { ApplicationFailureCategory } from "@temporalio/common";
import { renewSignal, signInSettled, workflowIds } from "#orders/messages.ts";

/**
 * Sessions that a capture may use up. Others may use up one before it, so one is not enough. A page that never shows the
 * sign would ask again and again.
 */
const maxRounds = 6;
/** The longest wait for a session. */
const maxWaitMs = 15 * 60_000;

/** A session that a capture needs in place of the one with this number. */
type Needed = { signInId: string; generation: number };

/** Answers to this workflow, in their order. A comparison may wait twice at once. */
const answers: { signInId: string; fresh: boolean }[] = [];

/**
 * Runs a capture, and waits for a new session if it was signed out. A capture without a sign-in, or with a fresh one, adds no
 * commands to the workflow.
 * @throws ApplicationFailure of type `signed_out` if there is no new session, or new ones are signed out, too.
 */
export async function withSignIn<Result>(capture: () => Promise<Result>): Promise<Result> {
  for (let round = 1; ; round += 1) {
    let needed: Needed;
    try {
      return await capture();
    } catch (error) {
      needed = neededOf(error);
    }
    if (round === maxRounds || !(await renewed(needed))) throw signedOut();
    setCurrentDetails("");
  }
}

/** The session that a failure asks for. @throws the failure itself if it asks for none. */
function neededOf(error: unknown): Needed {
  const cause = error instanceof ActivityFailure ? error.cause : null;
  if (cause instanceof ApplicationFailure && cause.type === "sign_in_needed") {
    const [signInId, generation] = cause.details ?? [];
    if (typeof signInId === "string" && typeof generation === "number") return { signInId, generation };
  }
  throw error;
}

/** Asks the sign-in for a newer session and waits for its answer. Returns false without one. */
async function renewed({ signInId, generation }: Needed): Promise<boolean> {
  setHandler(signInSettled, (answer) => void answers.push(answer));
  setCurrentDetails("Waits for a new session of its sign-in.");
  const earlier = answers.length;
  const answered = () => answers.slice(earlier).find((answer) => answer.signInId === signInId);
  const { workflowId } = workflowInfo();
  try {
    await getExternalWorkflowHandle(workflowIds.signIn(signInId)).signal(renewSignal, { generation, workflowId });
  } catch (error) {
    if (isCancellation(error)) throw error;
    // The sign-in was deleted, or an operator ended it.
    return false;
  }
  await condition(() => answered() !== undefined, maxWaitMs);
  return answered()?.fresh ?? false;
}

/** Its details are those of a capture's failure: tries, evidence, and whether a further try may help. */
function signedOut(): ApplicationFailure {
  return ApplicationFailure.create({
    message:
      "The page shows a visitor who is signed out, and the sign-in could not be renewed. GET /sign-ins says how its last try ended.",
    type: "signed_out",
    details: [1, [], true],
    nonRetryable: true,
    category: ApplicationFailureCategory.BENIGN,
  });
}
