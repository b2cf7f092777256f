import { uuidv7 } from "uuidv7";
import { proxyFields } from "#schemas/proxy.ts";
import { seal } from "#vault/seal.ts";
import { workflowIds } from "#orders/messages.ts";
import { withCallSlot } from "../http/callSlot.ts";
import { ApiError } from "../http/errors.ts";
import type { Caller } from "../http/exchange.ts";
import type { ApiPorts } from "../ports.ts";
import { type ListedProxy, readProxy } from "./store.ts";

/** Milliseconds to wait for a test. */
const maxWaitMs = 20_000;

/**
 * Has a worker fetch a page through a proxy, as the API requests nothing from sites. `hasEnded` is false if it takes longer
 * than 20 seconds. A newer test of the same proxy replaces this one.
 * @throws ApiError `too_many_at_once`, `unavailable` if Temporal is, or `not_found` if the proxy is deleted meanwhile.
 */
export function runTest(
  ports: ApiPorts,
  { caller, record, url }: { caller: Caller; record: ListedProxy; url: string },
  signal: AbortSignal,
): Promise<{ proxy: ListedProxy; hasEnded: boolean }> {
  return withCallSlot(ports, { caller, ms: maxWaitMs }, () => test(ports, { record, url }, signal));
}

async function test(
  { database, keyRing, orchestrator, log }: ApiPorts,
  { record: { _id, accountId }, url }: { record: ListedProxy; url: string },
  signal: AbortSignal,
): Promise<{ proxy: ListedProxy; hasEnded: boolean }> {
  const testId = uuidv7();
  const sealed = seal(keyRing, url, { accountId, entityId: _id, field: proxyFields.test });
  await database.proxies.updateOne({ _id }, { $set: { test: { id: testId, url: sealed } } });
  await orchestrator.start({ type: "proxyTest", input: { proxyId: _id, accountId, testId } }).catch((err: unknown) => {
    log.warn({ err, accountId }, "starting the test of a proxy failed");
    throw new ApiError("unavailable", { retryAfter: 5 });
  });
  await orchestrator.wait(workflowIds.proxyTest(testId), maxWaitMs, signal);
  const left = await database.proxies.countDocuments({ _id, "test.id": testId });
  return { proxy: await readProxy(database, accountId, _id), hasEnded: left === 0 };
}
