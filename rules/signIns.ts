/** The state that the workflow of a sign-in keeps. Instants are milliseconds since 1970. */
export type SignInLoopState = {
  /** The newest session. */
  generation: number;
  signedInAt: number | null;
  /** Failed tries in a row. */
  failures: number;
  /** The next try after a failure. */
  retryAt: number | null;
  /** Tries of the last hour that captures caused. */
  asked: number[];
};

/** A wish for a new session. A capture names the session that was signed out, and its workflow; a person names neither. */
export type RenewalRequest = { generation: number | null; workflowId: string | null };

/** Tries in an hour that captures cause. More would lock the site's account if no page ever shows the sign. */
export const maxAskedPerHour = 30;

/** Minutes before the next try, by the number of failed ones in a row. */
const retryMinutes = [1, 5, 15, 60] as const;

/** Milliseconds before the next try after as many failed ones in a row. */
export function retryDelayMs(failures: number): number {
  const minutes = retryMinutes[Math.min(failures, retryMinutes.length) - 1] ?? 1;
  return minutes * 60_000;
}

/**
 * The answer to a request at an instant: `fresh` if there is a newer session by now, `none` while a failure backs off or
 * captures have asked too often, else `try`. A person gets a try each time.
 */
export function answerOf(
  { generation, workflowId }: RenewalRequest,
  state: SignInLoopState,
  now: number,
): "fresh" | "none" | "try" {
  if (workflowId === null) return "try";
  if (generation !== null && generation < state.generation) return "fresh";
  const isBackingOff = state.retryAt !== null && state.retryAt > now;
  return isBackingOff || state.asked.length >= maxAskedPerHour ? "none" : "try";
}

/**
 * Whether a request that arrived during a try shares its outcome. `session` is what the try made; null after a failure. A
 * person who asks meanwhile gets a try of their own, and so does a capture that is signed out of this session by now.
 */
export function sharesTry({ generation, workflowId }: RenewalRequest, session: number | null): boolean {
  return workflowId !== null && (session === null || generation === null || generation < session);
}
