import { expect } from "chai";
import { routes } from "#api/routes.ts";
import { at } from "./support/fields.ts";
import { useApi } from "./support/useApi.ts";

/** Operations that change something and still serve a paused account: they end, change or read work. */
const allowed = new Set([
  "changeSchedule",
  "updateMonitor",
  "updateMonitorSitemap",
  "changeMonitors",
  "acknowledgeIncident",
]);
const keyed = routes.filter(({ auth }) => auth.security === "key");
const acts = keyed.filter(
  ({ method, head, id }) => (["POST", "PATCH"].includes(method) || head === false) && !allowed.has(id),
);
const id = "01900000-0000-7000-8000-000000000001";
const addressOf = (path: string) => path.replaceAll(/:[a-z]+/gi, id);

describe("a paused account", () => {
  const { api, account } = useApi();
  before(() =>
    api.ports.database.accounts.updateOne(
      { _id: account.accountId },
      { $set: { paused: { at: new Date(), monitors: [], schedules: [] } } },
    ),
  );

  for (const { id: name, method, path } of acts) {
    it(`may not call ${name}`, async () => {
      const body = method === "GET" ? {} : { body: {} };
      const { status, json } = await account.client.call(method, addressOf(path), body);
      expect([status, at(json, "code") ?? at(json, "error")]).to.deep.equal([403, "account_paused"]);
    });
  }

  it("reads, changes, ends and deletes what it has", async () => {
    const others = keyed.filter(
      (route) => !acts.includes(route) && route.id !== "streamEvents" && route.path !== "/events",
    );
    for (const { method, path } of others) {
      const { status } = await account.client.call(method, addressOf(path), method === "GET" ? {} : { body: {} });
      expect(status, `${method} ${path}`).to.not.equal(403);
    }
  });
});
