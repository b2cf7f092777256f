import { isDatabaseDown } from "#data/reconnect.ts";
import type { HostAnswer } from "#schemas/coordination.ts";
import { maxHostDelayMs } from "#rules/throttle.ts";
import { HostBackedOff } from "../failures.ts";

/** Back-off after the first 429 or 503 without Retry-After, and the maximum, milliseconds. Chosen by eye. */
const firstBackoffMs = 5_000;
const maxBackoffMs = 5 * 60_000;

/**
 * Milliseconds to back a host off after an answer; null if the answer is neither 429 nor 503. `refusals` counts such
 * answers in a row, this one included.
 */
export function backoffAfter({ statusCode, retryAfter }: HostAnswer, refusals: number): number | null {
  if (statusCode !== 429 && statusCode !== 503) return null;
  if (retryAfter === undefined) return Math.min(firstBackoffMs * 2 ** Math.min(refusals - 1, 10), maxBackoffMs);
  return Math.min(Math.max(retryAfter, 1) * 1_000, maxHostDelayMs);
}

/** Retry delay of throttled captures while MongoDB is unavailable, milliseconds. */
const databaseDownMs = 5_000;

/**
 * Handles a failed read or write of a host's throttle.
 * @throws HostBackedOff while MongoDB is unavailable, else the error itself.
 */
export function hostBackoffWhenDatabaseDown(error: unknown): never {
  throw isDatabaseDown(error) ? new HostBackedOff(new Date(Date.now() + databaseDownMs)) : error;
}
