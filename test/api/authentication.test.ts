import { expect } from "chai";
import { revokeKey } from "#data/accounts.ts";
import { openDatabase } from "#data/mongo.ts";
import { hashApiKey, mintApiKey } from "#vault/apiKey.ts";
import { createClient } from "./support/client.ts";
import { deadPort, testApi } from "./support/testApi.ts";
import { useApi } from "./support/useApi.ts";

const body = { url: "https://example.com/" };

/** An API with a clock that the tests set. */
function useClockedApi() {
  let clock: Date;
  before(() => {
    clock = new Date();
  });
  const { api } = useApi({ now: () => clock });
  const withHeader = (value: string) => api.anyone.call("POST", "/render", { body, headers: { Authorization: value } });
  return {
    get clock() {
      return clock;
    },
    set clock(value) {
      clock = value;
    },
    api,
    withHeader,
  };
}

describe("authentication: keys", () => {
  const clocked = useClockedApi();
  const { api, withHeader } = clocked;

  it("refuses missing, malformed, mistyped, unknown, expired and revoked keys with the same words", async () => {
    const { key, keyId } = await api.account();
    const expired = await api.account({ expiresAt: new Date(clocked.clock.getTime() - 1) });
    await revokeKey(api.ports.database, keyId);
    const mistyped = `${key.slice(0, -1)}${key.endsWith("a") ? "b" : "a"}`;
    const replies = await Promise.all([
      api.anyone.call("POST", "/render", { body }),
      withHeader("Bearer nonsense"),
      withHeader(`Basic ${key}`),
      withHeader(key),
      withHeader(`Bearer ${mistyped}`),
      withHeader(`Bearer ${mintApiKey()}`),
      withHeader(`Bearer ${expired.key}`),
      withHeader(`Bearer ${key}`),
    ]);
    for (const { status, json, headers } of replies) {
      expect([status, headers.get("www-authenticate"), json]).to.deep.equal([401, "Bearer", replies[0]?.json]);
    }
  });

  it("stops taking a revoked key within 5 s", async () => {
    const { client, keyId } = await api.account();
    expect((await client.call("GET", "/jobs")).status).to.equal(200);
    await revokeKey(api.ports.database, keyId);
    clocked.clock = new Date(clocked.clock.getTime() + 5_001);
    expect((await client.call("GET", "/jobs")).status).to.equal(401);
  });

  it("makes no database query for a key with a wrong form or checksum", async () => {
    const away = await testApi({
      database: openDatabase(`mongodb://127.0.0.1:${await deadPort()}/none`),
      patienceMs: 300,
    });
    const statusOf = async (key: string) => (await createClient(away.url, key).call("GET", "/jobs")).status;
    expect(await statusOf(`${mintApiKey().slice(0, -6)}AAAAAA`)).to.equal(401);
    expect(await statusOf(mintApiKey()), "one it is asked about").to.equal(503);
    await away.close();
  });

  it("reads no body before it knows the caller", async () => {
    const { status } = await api.anyone.call("POST", "/render", {
      raw: "{",
      headers: { "Content-Type": "text/plain" },
    });
    expect(status).to.equal(401);
  });
});

describe("authentication: scopes, use and logs", () => {
  const clocked = useClockedApi();
  const { api } = clocked;

  it("limits a key to its scopes", async () => {
    const reader = await api.account({ scopes: ["read"] });
    const renderer = await api.account({ scopes: ["render"] });
    const watcher = await api.account({ scopes: ["monitor"] });
    const statuses = async ({ client }: { client: typeof api.anyone }) => [
      (await client.call("POST", "/render", { body })).status,
      (await client.call("POST", "/render/screenshot", { body: { url: "ftp://x" } })).status,
      (await client.call("GET", "/jobs")).status,
      (await client.call("GET", "/status/01900000-0000-7000-8000-000000000000")).status,
      (await client.call("DELETE", "/jobs/01900000-0000-7000-8000-000000000000")).status,
    ];
    expect(await statuses(reader)).to.deep.equal([403, 403, 200, 404, 403]);
    expect(await statuses(renderer)).to.deep.equal([202, 400, 200, 404, 404]);
    expect(await statuses(watcher)).to.deep.equal([403, 403, 403, 403, 403]);
  });

  it("records the use of a key at most once a minute", async () => {
    const { client, key } = await api.account();
    const lastUsed = async () => {
      await api.ports.background.settled();
      return (await api.ports.database.keys.findOne({ _id: hashApiKey(key) }))?.lastUsedAt?.getTime();
    };
    const first = clocked.clock.getTime();
    await client.call("GET", "/jobs");
    expect(await lastUsed()).to.equal(first);
    clocked.clock = new Date(first + 59_000);
    await client.call("GET", "/jobs");
    expect(await lastUsed()).to.equal(first);
    clocked.clock = new Date(first + 61_000);
    await client.call("GET", "/jobs");
    expect(await lastUsed()).to.equal(first + 61_000);
  });

  it("logs no key, address, header or body", async () => {
    const { client, key } = await api.account();
    await client.call("POST", "/render", {
      body: { url: "https://example.com/?token=canary-url", headers: { "X-A": "canary-header" }, screenshot: true },
    });
    await client.call("GET", "/jobs?cursor=canary-query");
    const log = api.logged.join("\n");
    expect(log).to.include('"route":"/render"');
    for (const secret of [key, "canary"]) expect(log).to.not.include(secret);
  });
});
