import type { ProxyTestInput } from "#orders/inputs.ts";
import { proxyTests } from "./proxies.ts";

/** Tests a proxy once. Its outcome is in the proxy's record. */
export async function proxyTest({ proxyId, testId }: ProxyTestInput): Promise<void> {
  await proxyTests.testProxy({ proxyId, testId });
}
