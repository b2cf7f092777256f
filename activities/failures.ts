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

/** The record of a failure as it is stored and shown. */
export function toJobError(code: RenderErrorCode, message: string): JobError {
  return { code, message, retryable: renderErrors[code].retryable };
}

/** The host wants to be left alone, so the capture was not begun; no failure of the job, which gets in line again. */
export class HostPaused extends Error {
  override readonly name = "HostPaused";
  readonly until: Date;

  constructor(until: Date) {
    super("The host wants to be left alone for a while.");
    this.until = until;
  }
}
