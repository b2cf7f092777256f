/** Bounds of the pause between two checks, which is one twentieth of the time waited so far. */
const minPauseMs = 50;
const maxPauseMs = 250;

/** Waits until `check` returns something other than null, false or undefined, and returns it. @throws after `maxWaitMs`. */
export async function until<Value>(
  check: () => Promise<Value | null | undefined | false>,
  maxWaitMs = 20_000,
): Promise<Value> {
  const began = Date.now();
  for (;;) {
    const value = await check();
    if (value !== null && value !== undefined && value !== false) return value;
    const waited = Date.now() - began;
    if (waited > maxWaitMs) throw new Error(`not true within ${maxWaitMs} ms: ${check.toString()}`);
    const pause = Math.min(Math.max(waited / 20, minPauseMs), maxPauseMs);
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}
