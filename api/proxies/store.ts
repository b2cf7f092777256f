import { type Listed, onlyFields } from "#data/listFields.ts";
import type { Database } from "#data/mongo.ts";
import type { ProxyRecord } from "#schemas/proxy.ts";
import { ApiError } from "../http/errors.ts";

const shownOfProxy = onlyFields(
  "accountId",
  "name",
  "scheme",
  "host",
  "resolves",
  "country",
  "note",
  "lastTest",
  "createdAt",
  "updatedAt",
);

/** The fields of a proxy that replies show. Its address is not read. */
export type ListedProxy = Listed<ProxyRecord, keyof typeof shownOfProxy>;

/** An account's proxies by name. */
export function findProxies({ proxies }: Database, accountId: string): Promise<ListedProxy[]> {
  return proxies.find<ListedProxy>({ accountId }, { projection: shownOfProxy }).sort({ name: 1 }).toArray();
}

/** A proxy of an account. @throws ApiError `not_found`. */
export async function readProxy({ proxies }: Database, accountId: string, id: string): Promise<ListedProxy> {
  const _id = id.toLowerCase();
  const found = await proxies.findOne<ListedProxy>({ _id, accountId }, { projection: shownOfProxy });
  if (found === null) throw new ApiError("not_found");
  return found;
}
