import type { Proxy } from "#schemas/proxy.ts";
import type { ListedProxy } from "./store.ts";

/** A proxy as its account sees it. */
export function presentProxy(record: ListedProxy): Proxy {
  const { _id: id, name, scheme, host, resolves, country, note, lastTest, createdAt, updatedAt } = record;
  return {
    id,
    name,
    scheme,
    host,
    resolves,
    country,
    note,
    lastTest: lastTest && { ...lastTest, at: lastTest.at.toISOString() },
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}
