import { authorityOf, parseProxyUrl } from "#egress/upstream.ts";
import { maxProxies, proxyFields, type ProxyPatch, type ProxyRecord, type ProxyRequest } from "#schemas/proxy.ts";
import { seal } from "#vault/seal.ts";
import { countedAlone } from "../account/countedAlone.ts";
import { ApiError } from "../http/errors.ts";
import type { Reservation } from "../http/idempotency.ts";
import type { ApiPorts } from "../ports.ts";
import { type ListedProxy, readProxy } from "./store.ts";

type ProxyOrder = { accountId: string; request: ProxyRequest; reservation: Reservation };

/** Keeps a proxy. @throws ApiError `proxy_exists` or `too_many_proxies`. */
export async function acceptProxy(
  ports: ApiPorts,
  { accountId, request, reservation }: ProxyOrder,
): Promise<ProxyRecord> {
  const { proxies } = ports.database;
  const { id: _id, at: createdAt, isRepeat } = reservation;
  const earlier = isRepeat ? await proxies.findOne({ _id }) : null;
  if (earlier !== null) return earlier;
  const { name, url, resolves = "here", country = null, note = null } = request;
  const record: ProxyRecord = {
    _id,
    accountId,
    name,
    ...addressOf(ports, { _id, accountId }, url),
    resolves,
    country,
    note,
    test: null,
    lastTest: null,
    createdAt,
    updatedAt: createdAt,
  };
  await countedAlone({ database: ports.database, accountId, kind: "proxies" }, async () => {
    if ((await proxies.countDocuments({ accountId, name })) > 0) throw new ApiError("proxy_exists");
    if ((await proxies.countDocuments({ accountId })) >= maxProxies) throw new ApiError("too_many_proxies");
    await proxies.insertOne(record);
  });
  return record;
}

/** Changes a proxy. Captures that begin later use it as it is then. */
export async function changeProxy(ports: ApiPorts, record: ListedProxy, change: ProxyPatch): Promise<ListedProxy> {
  const { url, ...rest } = change;
  const address = url === undefined ? {} : addressOf(ports, record, url);
  const { _id, accountId } = record;
  await ports.database.proxies.updateOne({ _id }, { $set: { ...rest, ...address, updatedAt: ports.now() } });
  return readProxy(ports.database, accountId, _id);
}

/** The parts of an address that the record keeps. The whole of it is sealed. */
function addressOf(
  { keyRing }: ApiPorts,
  { _id, accountId }: Pick<ProxyRecord, "_id" | "accountId">,
  url: string,
): Pick<ProxyRecord, "scheme" | "host" | "url"> {
  const proxy = parseProxyUrl(url);
  if (proxy === null) throw new Error("The address of the proxy was not checked.");
  return {
    scheme: proxy.scheme,
    host: authorityOf(proxy),
    url: seal(keyRing, url, { accountId, entityId: _id, field: proxyFields.url }),
  };
}
