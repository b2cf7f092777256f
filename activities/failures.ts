import { Context } from "@temporalio/activity";
import type { StoredPicture } from "#schemas/outputs.ts";
import type { SeenPage } from "./ports.ts";
import { type JobError, type RenderErrorCode, renderErrors } from "#schemas/renders/errors.ts";

/**
 * An expected failure of a render. `index.ts` maps it to Temporal's ApplicationFailure. The message is the catalogue's sentence
 * and an optional `detail`. Neither may contain a secret, a query string or a refused address.
 */
export class RenderFailure extends Error {
  override readonly name = "RenderFailure";
  readonly code: RenderErrorCode;
  /** Whether a further try is useless now, whatever the catalogue says. */
  readonly isFinal: boolean;
  /** The signs of the failure that were seen. */
  readonly evidence: readonly string[];
  /** The page in which an option found no element; null for other failures. */
  seen: SeenPage | null = null;
  /** A JPEG of the page at the failure, without what was filled in; null for none. */
  picture: Buffer | null = null;
  /** That picture beside the files of its job or run; null for none. */
  storedPicture: StoredPicture | null = null;

  constructor(
    code: RenderErrorCode,
    detail?: string,
    options?: { cause?: unknown; isFinal?: boolean; evidence?: readonly string[] },
  ) {
    super(detail === undefined ? renderErrors[code].message : `${renderErrors[code].message} ${detail}`, options);
    this.code = code;
    this.isFinal = options?.isFinal ?? false;
    this.evidence = options?.evidence ?? [];
  }
}

/** The record of a failure. An unknown code becomes `internal_error`. A `message` of null is the catalogue's sentence. */
export function toJobError(given: string, message: string | null, evidence: readonly string[] = []): JobError {
  const code = isRenderErrorCode(given) ? given : "internal_error";
  const { message: defaultMessage, retryable } = renderErrors[code];
  return {
    code,
    message: message ?? defaultMessage,
    retryable,
    ...(evidence.length > 0 && { evidence: [...evidence] }),
  };
}

function isRenderErrorCode(code: string): code is RenderErrorCode {
  return Object.hasOwn(renderErrors, code);
}

/** Whether Temporal retries the running activity after this error. The catalogue limits the tries of each failure. */
export function willRetry(error: unknown): boolean {
  return (
    error instanceof RenderFailure &&
    !error.isFinal &&
    Context.current().info.attempt < renderErrors[error.code].attempts
  );
}

/** No slot is free, so the capture did not start. This is no failure of the job: its workflow waits for a slot. */
export class ConcurrencyLimited extends Error {
  override readonly name = "ConcurrencyLimited";
  /** The slot key without a free slot. */
  readonly slotKey: string;

  constructor(slotKey: string) {
    super("The maximum of concurrent captures is reached.");
    this.slotKey = slotKey;
  }
}

/** The host is backed off, so the capture did not start. This is no failure of the job: its workflow waits. */
export class HostBackedOff extends Error {
  override readonly name = "HostBackedOff";
  readonly until: Date;

  constructor(until: Date) {
    super("The host is backed off.");
    this.until = until;
  }
}

/** The owner asked for a browser after the run was planned, and this worker may have none. */
export class NeedsBrowser extends Error {
  override readonly name = "NeedsBrowser";

  constructor() {
    super("The monitor's settings ask for a browser now.");
  }
}

/** The sign-in of a capture has no session, or the page showed that this one is signed out. Its workflow asks for a new one. */
export class SignInNeeded extends Error {
  override readonly name = "SignInNeeded";
  readonly signInId: string;
  /** The session that is signed out; 0 for none. */
  readonly generation: number;

  constructor(signInId: string, generation: number) {
    super("The capture needs a new session of its sign-in.");
    this.signInId = signInId;
    this.generation = generation;
  }
}

/** Whether a capture did not start because it must wait. */
export function isDeferred(error: unknown): boolean {
  return error instanceof ConcurrencyLimited || error instanceof HostBackedOff || error instanceof SignInNeeded;
}
