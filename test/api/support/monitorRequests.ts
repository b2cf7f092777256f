import type { Reply } from "./client.ts";
import { textAt } from "./fields.ts";
import type { TestAccount } from "./testApi.ts";

/** The default request. */
const basic = { name: "Prices", url: "https://example.com/shop", intervalMinutes: 60 };

/** Monitors as one account, or another that is named, asks for them. */
export type MonitorRequests = {
  create(body?: Record<string, unknown>, owner?: TestAccount): Promise<Reply>;
  /** The id of a new one. */
  created(body?: Record<string, unknown>, owner?: TestAccount): Promise<string>;
  /** The reply's JSON. */
  read(id: string, owner?: TestAccount): Promise<unknown>;
  patch(id: string, body: unknown, owner?: TestAccount): Promise<Reply>;
};

export function monitorRequests(account: TestAccount): MonitorRequests {
  const create: MonitorRequests["create"] = (body = {}, { client } = account) =>
    client.call("POST", "/render/monitors", { body: { ...basic, ...body } });
  return {
    create,
    created: async (body, owner) => textAt((await create(body, owner)).json, "monitor.id"),
    read: async (id, { client } = account) => (await client.call("GET", `/render/monitors/${id}`)).json,
    patch: (id, body, { client } = account) => client.call("PATCH", `/render/monitors/${id}`, { body }),
  };
}
