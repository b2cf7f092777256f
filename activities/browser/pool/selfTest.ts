import { createEgressPolicy } from "#egress/policy.ts";
import { hostileDone, openSelfTest, type SelfTest } from "#egress/selfTest.ts";
import type { BrowserPool } from "./pool.ts";

/** Milliseconds the hostile page gets to try everything; it needs two seconds, and more where many workers start at once. */
const timeoutMs = 60_000;

/**
 * Loads a hostile page through the pool and throws unless all of its ways inside were closed.
 * A worker whose browser leaks, or where the test could not run, must not take jobs.
 */
export async function selfTest(pool: BrowserPool): Promise<void> {
  const test = await openSelfTest();
  try {
    await loadHostilePage(pool, test);
    const { tcp, udp } = test.hits();
    if (tcp + udp > 0)
      throw new Error(`The browser reaches private addresses: ${tcp} connections and ${udp} datagrams got through.`);
  } finally {
    await test.close();
  }
}

async function loadHostilePage(pool: BrowserPool, test: SelfTest): Promise<void> {
  const lease = await pool.lease(AbortSignal.timeout(timeoutMs), createEgressPolicy({ allow: test.allow }));
  try {
    await lease.page.goto(test.url, { waitUntil: "domcontentloaded", timeout: timeoutMs });
    await lease.page.waitForFunction(hostileDone, { timeout: timeoutMs });
    if (test.served() === 0) throw new Error("The browser's self-test did not run: its page was never asked for.");
  } finally {
    await lease.release();
  }
}
