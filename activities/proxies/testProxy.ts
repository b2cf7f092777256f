import { Context } from "@temporalio/activity";
import { FetchFailed, FetchTimedOut } from "#egress/fetch.ts";
import { ConnectFailed, EgressRefused, errorNameOf, NameNotResolved, ProxyFailed } from "#egress/errors.ts";
import { proxyFields } from "#schemas/proxy.ts";
import { open } from "#vault/open.ts";
import type { ActivityPorts } from "../ports.ts";
import { openRecord } from "./openProxy.ts";

/** Input of `testProxy`. */
export type TestProxyInput = { proxyId: string; testId: string };

/** Milliseconds of a test. */
const maxTestMs = 15_000;

/** Fetches the page of a test through its proxy and records the outcome. A test that is deleted or replaced does nothing. */
export async function testProxy(
  ports: Pick<ActivityPorts, "database" | "keyRing" | "fetch" | "userAgent">,
  { proxyId: _id, testId }: TestProxyInput,
): Promise<void> {
  const { proxies } = ports.database;
  const record = await proxies.findOne({ _id, "test.id": testId });
  if (record?.test == null) return;
  const { accountId, test } = record;
  const url = open(ports.keyRing, test.url, { accountId, entityId: _id, field: proxyFields.test });
  const startMs = performance.now();
  const outcome = await ports
    .fetch(url, {
      proxy: openRecord(ports, record),
      timeoutMs: maxTestMs,
      headers: { "user-agent": ports.userAgent },
      signal: Context.current().cancellationSignal,
    })
    .then(
      ({ statusCode }) => ({ ok: true, statusCode, problem: null }),
      (error: unknown) => ({ ok: false, statusCode: null, problem: problemOf(error) }),
    );
  const lastTest = { ...outcome, at: new Date(), milliseconds: Math.round(performance.now() - startMs) };
  await proxies.updateOne({ _id, "test.id": testId }, { $set: { lastTest, test: null } });
}

/** Errors of a fetch whose messages are for callers. @throws The error itself if it is another one. */
function problemOf(error: unknown): string {
  const kinds = [ProxyFailed, EgressRefused, NameNotResolved, ConnectFailed, FetchTimedOut, FetchFailed];
  if (!(error instanceof Error) || !kinds.some((kind) => error instanceof kind)) throw error;
  const name = errorNameOf(error);
  return name === null ? error.message : `${error.message} (net::${name})`;
}
