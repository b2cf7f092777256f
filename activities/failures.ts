import { Context } from "@temporalio/activity";
import { type JobError, type RenderErrorCode, renderErrors } from "#schemas/errors.ts";

/**
 * A render's expected failure, thrown where it arises and mapped once (in `index.ts`) to Temporal's ApplicationFailure.
 * The message is the catalogue's sentence plus an optional `detail`; neither ever carries a secret, a query string or an address that was refused.
 */
export class RenderFailure extends Error {
  override readonly name = "RenderFailure";
  readonly code: RenderErrorCode;

  constructor(code: RenderErrorCode, detail?: string, options?: { cause?: unknown }) {
    super(detail === undefined ? renderErrors[code].message : `${renderErrors[code].message} ${detail}`, options);
    this.code = code;
  }
}

/** The record of a failure as it is stored and shown. A code that the catalogue lacks is an internal error; null is the catalogue's sentence. */
export function toJobError(given: string, message: string | null): JobError {
  const code = isRenderErrorCode(given) ? given : "internal_error";
  const { message: usual, retryable } = renderErrors[code];
  return { code, message: message ?? usual, retryable };
}

function isRenderErrorCode(code: string): code is RenderErrorCode {
  return Object.hasOwn(renderErrors, code);
}

/** Whether Temporal tries the activity that runs again where it fails so: how often that is done is the catalogue's. */
export function willRetry(error: unknown): boolean {
  return error instanceof RenderFailure && Context.current().info.attempt < renderErrors[error.code].attempts;
}

/** There are as many captures under way as its account's plan, or its host's pace, allows, so this one was not begun; no failure of the job, which waits in line. */
export class ConcurrencyLimited extends Error {
  override readonly name = "AtConcurrency";
  /** What has no place free, as its line is named. */
  readonly slotKey: string;

  constructor(subject: string) {
    super("There are as many captures under way as may be at once.");
    this.slotKey = subject;
  }
}

/** The host wants to be left alone, so the capture was not begun; no failure of the job, which waits. */
export class HostBackedOff extends Error {
  override readonly name = "HostPaused";
  readonly until: Date;

  constructor(until: Date) {
    super("The host wants to be left alone for a while.");
    this.until = until;
  }
}

/** Whether a capture was not begun because it is to wait. */
export function isDeferred(error: unknown): boolean {
  return error instanceof ConcurrencyLimited || error instanceof HostBackedOff;
}
