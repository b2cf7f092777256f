import { inspect } from "node:util";

/** Bounds of the pause between two checks, which is one twentieth of the time waited so far. */
const minPauseMs = 50;
const maxPauseMs = 250;
/** The wait outside of a test, such as in a hook, or in one without a timeout. */
const defaultWaitMs = 60_000;
/** The time that is left for mocha's own timeout, so that the error of `until` is reported and not that one. */
const marginMs = 1_000;

/** The test that runs now: its timeout, 0 for none, and its begin on the clock of `performance`. */
let running: { timeoutMs: () => number; beganAt: number } | null = null;

/** Tells `until` which test begins. Mocha's hooks call it. */
export function beginTest(timeoutMs: () => number): void {
  running = { timeoutMs, beganAt: performance.now() };
}

/** Tells `until` that no test runs. */
export function endTest(): void {
  running = null;
}

/**
 * Waits until `check` returns something other than null, false or undefined, and returns it. By default it waits as long
 * as the running test may take, because a healthy test may be slow beside other work.
 * @throws Error with the check and its last value after `maxWaitMs`.
 */
export async function until<Value>(
  check: () => Promise<Value | null | undefined | false>,
  maxWaitMs?: number,
): Promise<Value> {
  const began = performance.now();
  for (;;) {
    const value = await check();
    if (value !== null && value !== undefined && value !== false) return value;
    const now = performance.now();
    if (now > (maxWaitMs === undefined ? endOfTest(began) : began + maxWaitMs)) {
      const waited = `not true within ${Math.round(now - began)} ms, at last ${inspect(value)}`;
      throw new Error(`${waited}: ${check.toString()}`);
    }
    const pause = Math.min(Math.max((now - began) / 20, minPauseMs), maxPauseMs);
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}

/** The last moment before mocha's timeout of the running test; outside of a test, the end of the default wait. */
function endOfTest(began: number): number {
  const timeoutMs = running?.timeoutMs() ?? 0;
  return running === null || timeoutMs === 0 ? began + defaultWaitMs : running.beganAt + timeoutMs - marginMs;
}
