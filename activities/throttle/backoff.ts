import { isDatabaseDown } from "#data/deadline.ts";
import type { HostAnswer } from "#schemas/coordination.ts";
import { HostBackedOff } from "../failures.ts";

/** Milliseconds a host is left alone that answers 429 or 503 without saying for how long: the first time, and at most. */
const firstBackoffMs = 5_000;
const maxBackoffMs = 5 * 60_000;
/** However long a host asks to be left alone, it is asked again after this. */
const maxRetryAfterMs = 60 * 60_000;

/** Milliseconds a host wants to be left alone by its answer, the `refusals`th of its kind in a row; null for an answer that takes work. */
export function backoffAfter({ statusCode, retryAfter }: HostAnswer, refusals: number): number | null {
  if (statusCode !== 429 && statusCode !== 503) return null;
  if (retryAfter === undefined) return Math.min(firstBackoffMs * 2 ** Math.min(refusals - 1, 10), maxBackoffMs);
  return Math.min(Math.max(retryAfter, 1) * 1_000, maxRetryAfterMs);
}

/** How long a capture comes back later that nobody can count at its host, milliseconds. */
const databaseDownMs = 5_000;

/** What becomes of a capture at a host by an error: while MongoDB is away the host is left alone, anything else is the error itself. */
export function hostBackoffWhenDatabaseDown(error: unknown): never {
  throw isDatabaseDown(error) ? new HostBackedOff(new Date(Date.now() + databaseDownMs)) : error;
}
