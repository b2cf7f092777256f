/** Between two questions, milliseconds: one twentieth of the time waited so far, within these bounds. */
const between = { least: 50, most: 250 };

/** Waits until `check` gives something other than null, false or undefined; asks every so often, as nothing tells. */
export async function until<Value>(
  check: () => Promise<Value | null | undefined | false>,
  within = 20_000,
): Promise<Value> {
  const began = Date.now();
  for (;;) {
    const value = await check();
    if (value !== null && value !== undefined && value !== false) return value;
    const waited = Date.now() - began;
    if (waited > within) throw new Error(`not so within ${within} ms: ${check.toString()}`);
    const pause = Math.min(Math.max(waited / 20, between.least), between.most);
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}
