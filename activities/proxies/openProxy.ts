import { ProxyFailed } from "#egress/errors.ts";
import { fetchThrough, type GuardedFetch } from "#egress/fetch.ts";
import { parseProxyUrl, type UpstreamProxy } from "#egress/upstream.ts";
import { proxyFields, type ProxyRecord } from "#schemas/proxy.ts";
import { open } from "#vault/open.ts";
import { RenderFailure } from "../failures.ts";
import type { ActivityPorts } from "../ports.ts";

type ProxyPorts = Pick<ActivityPorts, "database" | "keyRing">;

/**
 * The proxy of this name with its opened address; undefined without a name. It must not leave the activity.
 * @throws RenderFailure `proxy_failed` if the account has none of this name, so that nothing goes past it.
 */
export async function openProxy(
  ports: ProxyPorts,
  accountId: string,
  name: string | undefined,
): Promise<UpstreamProxy | undefined> {
  if (name === undefined) return undefined;
  const record = await ports.database.proxies.findOne({ accountId, name });
  if (record === null) {
    const detail = `The account has no proxy ${JSON.stringify(name)}. Create it by POST /proxies.`;
    throw new RenderFailure("proxy_failed", detail, { isFinal: true });
  }
  return openRecord(ports, record);
}

/**
 * A fetch through the proxy of this name; the service's own fetch without a name. If the account has no such proxy, each
 * request rejects with ProxyFailed.
 */
export async function proxiedFetch(
  ports: ProxyPorts & Pick<ActivityPorts, "fetch">,
  accountId: string,
  name: string | undefined,
): Promise<GuardedFetch> {
  try {
    return fetchThrough(ports.fetch, await openProxy(ports, accountId, name));
  } catch (error) {
    if (!(error instanceof RenderFailure)) throw error;
    const refuse = () => Promise.reject(new ProxyFailed(`the proxy ${JSON.stringify(name)}`, "is no longer there"));
    return Object.assign(refuse, { close: () => Promise.resolve() });
  }
}

/** The proxy of a record with its opened address. */
export function openRecord({ keyRing }: Pick<ProxyPorts, "keyRing">, record: ProxyRecord): UpstreamProxy {
  const { _id: entityId, accountId, name, url, resolves } = record;
  const proxy = parseProxyUrl(open(keyRing, url, { accountId, entityId, field: proxyFields.url }));
  if (proxy === null) throw new Error("The address of the proxy was not checked.");
  return { ...proxy, label: `the proxy ${JSON.stringify(name)}`, resolves };
}
