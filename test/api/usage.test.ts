import { expect } from "chai";
import { countLiveKeys } from "#data/accounts.ts";
import { appendRefund } from "#data/credits.ts";
import { until } from "../support/until.ts";
import { at, problems, textAt } from "./support/fields.ts";
import { monitorRequests } from "./support/monitorRequests.ts";
import { testApi } from "./support/testApi.ts";
import { useApi } from "./support/useApi.ts";

describe("usage", () => {
  const { api, account } = useApi({ plan: "free" });

  const submit = async (body: object = {}) =>
    textAt(
      (await account.client.call("POST", "/render", { body: { url: "https://example.com/", ...body } })).json,
      "id",
    );

  it("is zero for a new account, and shows the plan's limits", async () => {
    const { json } = await account.client.call("GET", "/usage");
    expect(at(json, "credits")).to.deep.include({ used: 0, limit: 100, remaining: 100, percentageUsed: 0 });
    expect(json).to.deep.include({ plan: "free", byOperation: {}, monitors: { active: 0, limit: 1 } });
    expect(at(json, "concurrency")).to.deep.equal({ limit: 2, active: 0, queued: 0 });
    const [start, end] = [textAt(json, "credits.periodStart"), textAt(json, "credits.periodEnd")];
    expect(Date.parse(start) <= Date.now() && Date.now() < Date.parse(end)).to.equal(true);
  });

  it("has no limits when the plan has none", async () => {
    const { client } = await api.account({ plan: "unlimited" });
    const { json } = await client.call("GET", "/usage");
    const limits = ["credits", "concurrency", "monitors"].map((what) => at(json, `${what}.limit`));
    expect(limits).to.deep.equal([null, null, null]);
  });

  it("counts charges minus refunds, by operation, day and key", async () => {
    const [kept, refunded] = [await submit({ extractMarkdown: true, screenshot: true }), await submit()];
    const charge = await api.ports.database.ledger.findOne({ _id: `charge:${refunded}:1` });
    if (charge === null) throw new Error("no charge");
    await appendRefund(api.ports.database, { ...charge, _id: `refund:${refunded}:1`, credits: -charge.credits });
    const { json } = await account.client.call("GET", "/usage");
    expect(at(json, "credits")).to.include({ used: 2, remaining: 98, percentageUsed: 2 });
    expect(at(json, "byOperation")).to.deep.equal({ render: 2 });
    expect(at(json, "concurrency.queued")).to.equal(2);
    const days = at((await account.client.call("GET", "/usage/history")).json, "days");
    const date = new Date().toISOString().slice(0, 10);
    const { keyId } = account;
    expect(days).to.deep.equal([{ date, keyId, charged: 3, refunded: 1, byOperation: { render: 2 } }]);
    expect(kept).to.be.a("string");
  });

  it("counts monitors as the plan does, paused ones included", async () => {
    const owner = await api.account({ plan: "starter" });
    const monitors = monitorRequests(owner);
    await monitors.created();
    await monitors.patch(await monitors.created(), { status: "paused" });
    await owner.client.call("DELETE", `/render/monitors/${await monitors.created()}`);
    expect(at((await owner.client.call("GET", "/usage")).json, "monitors")).to.deep.equal({ active: 2, limit: 10 });
    const { json } = await api.anyone.call("GET", "/openapi.json");
    expect(JSON.stringify(json)).to.include("all that are not deleted, paused ones included");
  });

  it("is empty for a month without work, and an error for an invalid month", async () => {
    expect(at((await account.client.call("GET", "/usage/history?period=2020-01")).json, "days")).to.deep.equal([]);
    const { status, json } = await account.client.call("GET", "/usage/history?period=2020-13");
    expect(problems(json)["period"]).to.equal("must be a month as YYYY-MM, such as 2026-12");
    expect([status, Object.keys(problems(json))]).to.deep.equal([400, ["period"]]);
  });
});

describe("API keys by the API", () => {
  const { api } = useApi();

  it("are made, shown once, used, listed without the key, and revoked", async () => {
    const account = await api.account();
    const body = { name: "CI", scopes: ["render"] };
    const made = await account.client.call("POST", "/account/keys", { body });
    expect(made.status).to.equal(201);
    const [id, apiKey] = [textAt(made.json, "key.id"), textAt(made.json, "apiKey")];
    const headers = { Authorization: `Bearer ${apiKey}` };
    expect((await api.anyone.call("GET", "/jobs", { headers })).status).to.equal(200);
    const { json, bytes } = await account.client.call("GET", "/account/keys");
    expect(at(json, "keys.1")).to.deep.include({ id, name: "CI", scopes: ["render"], revokedAt: null });
    expect(bytes.toString()).not.to.include(apiKey.slice(10, 30));
    const revoked = await account.client.call("DELETE", `/account/keys/${id}`);
    expect(at(revoked.json, "key.revokedAt")).to.be.a("string");
    const fresh = await testApi();
    try {
      expect((await fresh.anyone.call("GET", "/jobs", { headers })).status).to.equal(401);
    } finally {
      await fresh.close();
    }
  });

  it("are refused beyond five, with scopes the maker lacks, and with a past expiry", async () => {
    const account = await api.account({ scopes: ["render", "read"] });
    const make = (body: object) => account.client.call("POST", "/account/keys", { body: { name: "k", ...body } });
    expect((await make({ scopes: ["monitor"] })).status).to.equal(403);
    const past = await make({ scopes: ["read"], expiresAt: "2020-01-01T00:00:00Z" });
    expect([past.status, Object.keys(problems(past.json))]).to.deep.equal([400, ["expiresAt"]]);
    for (let count = 0; count < 4; count += 1) expect((await make({ scopes: ["read"] })).status).to.equal(201);
    const { status, json } = await make({ scopes: ["read"] });
    expect([status, at(json, "error")]).to.deep.equal([409, "too_many_keys"]);
  });

  it("number at most five when many are made at the same time", async () => {
    const account = await api.account();
    const body = { name: "k", scopes: ["read"] };
    const replies = await Promise.all(
      Array.from({ length: 8 }, () => account.client.call("POST", "/account/keys", { body })),
    );
    for (const { status } of replies) expect(status).to.be.oneOf([201, 409]);
    const { json } = await account.client.call("GET", "/account/keys");
    expect(Object(at(json, "keys"))).to.have.length.within(1, 5);
  });

  it("can revoke each other and themselves, but not the last working key", async () => {
    const account = await api.account();
    const body = { name: "next", scopes: ["render", "read", "monitor"] };
    const made = await account.client.call("POST", "/account/keys", { body });
    const { keyId } = account;
    expect((await account.client.call("DELETE", `/account/keys/${keyId}`)).status).to.equal(200);
    const headers = { Authorization: `Bearer ${textAt(made.json, "apiKey")}` };
    const last = await api.anyone.call("DELETE", `/account/keys/${textAt(made.json, "key.id")}`, { headers });
    expect([last.status, at(last.json, "error")]).to.deep.equal([409, "last_key"]);
    // One that is revoked already stays so, and says so.
    expect((await api.anyone.call("DELETE", `/account/keys/${keyId}`, { headers })).status).to.equal(200);
    expect((await api.anyone.call("GET", "/jobs", { headers })).status).to.equal(200);
  });

  it("leave an account one key when all are revoked at the same time", async () => {
    const account = await api.account();
    const body = { name: "k", scopes: ["read", "render", "monitor"] };
    for (let more = 0; more < 3; more += 1) await account.client.call("POST", "/account/keys", { body });
    const { json } = await account.client.call("GET", "/account/keys");
    const ids = [0, 1, 2, 3].map((place) => textAt(json, `keys.${place}.id`));
    const replies = await Promise.all(ids.map((id) => account.client.call("DELETE", `/account/keys/${id}`)));
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).to.deep.equal([200, 200, 200, 409]);
    expect(await countLiveKeys(api.ports.database, account.accountId)).to.equal(1);
  });

  it("that have expired stop working and no longer count", async () => {
    const account = await api.account();
    const expiresAt = new Date(Date.now() + 700).toISOString();
    const body = { name: "short", scopes: ["read"], expiresAt };
    const made = await account.client.call("POST", "/account/keys", { body });
    const headers = { Authorization: `Bearer ${textAt(made.json, "apiKey")}` };
    expect((await api.anyone.call("GET", "/jobs", { headers })).status).to.equal(200);
    await until(async () => (await api.anyone.call("GET", "/jobs", { headers })).status === 401);
    for (let count = 0; count < 4; count += 1)
      expect(
        (await account.client.call("POST", "/account/keys", { body: { name: "k", scopes: ["read"] } })).status,
      ).to.equal(201);
  });

  it("of another account are 404", async () => {
    const [one, other] = [await api.account(), await api.account()];
    expect((await other.client.call("DELETE", `/account/keys/${one.keyId}`)).status).to.equal(404);
    expect((await one.client.call("GET", "/jobs")).status).to.equal(200);
  });
});
