/** Waits until `check` gives something other than null, false or undefined; asks every 50 ms, as nothing tells. */
export async function until<Value>(
  check: () => Promise<Value | null | undefined | false>,
  within = 20_000,
): Promise<Value> {
  const deadline = Date.now() + within;
  for (;;) {
    const value = await check();
    if (value !== null && value !== undefined && value !== false) return value;
    if (Date.now() > deadline) throw new Error(`not so within ${within} ms: ${check.toString()}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
