import { createEgressPolicy } from "#egress/policy.ts";
import { hostileDone, openSelfTest, type SelfTest } from "#egress/selfTest.ts";
import type { BrowserPool } from "./pool.ts";

/** Time for the hostile page to finish. It needs 2 s, and more when many workers start at once. */
const maxTestMs = 60_000;

/**
 * Loads a page that tries to reach private addresses through the pool's browser.
 * A worker must not take jobs when this rejects.
 * @throws Error when the page reached a private address or the test did not run.
 */
export async function selfTest(pool: BrowserPool): Promise<void> {
  const test = await openSelfTest();
  try {
    await loadHostilePage(pool, test);
    const { tcp, udp } = test.hits();
    if (tcp + udp > 0)
      throw new Error(`The browser reaches private addresses: ${tcp} connections and ${udp} datagrams arrived.`);
  } finally {
    await test.close();
  }
}

async function loadHostilePage(pool: BrowserPool, test: SelfTest): Promise<void> {
  const lease = await pool.lease(AbortSignal.timeout(maxTestMs), createEgressPolicy({ allow: test.allow }));
  try {
    await lease.page.goto(test.url, { waitUntil: "domcontentloaded", timeout: maxTestMs });
    await lease.page.waitForFunction(hostileDone, { timeout: maxTestMs });
    if (test.served() === 0) throw new Error("The browser's self-test did not run: its page was never requested.");
  } finally {
    await lease.release();
  }
}
