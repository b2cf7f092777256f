import { expect } from "chai";
import { at, problems, textAt } from "./support/fields.ts";
import { useApi } from "./support/useApi.ts";

describe("the account's setting of addresses", () => {
  const { api, account } = useApi({ accountPerTest: true });
  const url = "https://shop.example/lamps?token=secret#access=1";

  const call = async (method: string, path: string, body?: object) => {
    const reply = await account.client.call(method, path, body === undefined ? {} : { body });
    return { status: reply.status, json: reply.json };
  };

  it("decides whether monitors' replies have the address of their page", async () => {
    expect(at((await call("GET", "/account")).json, "account")).to.include({ addresses: "host" });
    const made = await call("POST", "/render/monitors", { name: "Lamps", url, intervalMinutes: 60 });
    expect(made.status).to.equal(201);
    expect(at(made.json, "monitor")).to.not.have.property("pageUrl");
    const path = `/render/monitors/${textAt(made.json, "monitor.id")}`;
    const shown = { masked: "https://shop.example/lamps?token=…", full: url };
    for (const [addresses, pageUrl] of Object.entries(shown)) {
      expect(at((await call("PATCH", "/account", { addresses })).json, "account")).to.include({ addresses });
      expect(at((await call("GET", path)).json, "monitor")).to.include({ pageUrl });
      expect(at((await call("GET", "/render/monitors")).json, "monitors.0")).to.include({ pageUrl });
      expect(at((await call("PATCH", path, { tags: ["a"] })).json, "monitor")).to.include({ pageUrl });
    }
    await call("PATCH", "/account", { addresses: "host" });
    const replies = [await call("GET", path), await call("GET", "/render/monitors")];
    expect(JSON.stringify(replies)).to.not.match(/pageUrl|lamps\?|secret/);
  });

  it("takes one of three words from a key that may change monitors, for its own account alone", async () => {
    const other = await api.account();
    expect(problems((await call("PATCH", "/account", { addresses: "some" })).json)).to.have.property("addresses");
    expect(problems((await call("PATCH", "/account", {})).json)).to.have.property("addresses");
    const reader = await api.account({ scopes: ["read"] });
    const refused = await reader.client.call("PATCH", "/account", { body: { addresses: "full" } });
    expect(refused.status).to.equal(403);
    expect((await call("PATCH", "/account", { addresses: "full" })).status).to.equal(200);
    expect(at((await other.client.call("GET", "/account")).json, "account")).to.include({ addresses: "host" });
  });
});
