import { expect } from "chai";
import { uuidv7 } from "uuidv7";
import { at, eachAt, listAt, problems, textAt } from "./support/fields.ts";
import { useApi } from "./support/useApi.ts";

/** A field, what it may be and what not. */
type Bounds = [field: string, good: unknown[], bad: unknown[]];

const basic = { sitemapUrl: "https://example.com/sitemap.xml", monitor: { intervalMinutes: 60 } };
const fiftyGlobs = Array.from({ length: 50 }, (_, index) => `/${index}/**`);

/** The basic request with one value, at a dotted path. */
function bodyWith(field: string, value: unknown): Record<string, unknown> {
  const [first = "", second] = field.split(".");
  if (second === undefined) return { ...basic, [first]: value };
  return { ...basic, monitor: { ...basic.monitor, [second]: value } };
}

describe("sitemaps", () => {
  const { api, account } = useApi({ accountPerTest: true });
  const create = (body: unknown = basic, { client } = account, headers: Record<string, string> = {}) =>
    client.call("POST", "/render/monitors/from-sitemap", { body, headers });
  const created = async (body?: unknown) => {
    const { status, json } = await create(body);
    expect(status, JSON.stringify(json)).to.equal(201);
    return textAt(json, "sitemap.id");
  };
  const patch = (id: string, body: unknown) => account.client.call("PATCH", `/render/monitor-sitemaps/${id}`, { body });

  const bounds: Bounds[] = [
    ["sitemapUrl", ["http://example.com/a.xml.gz"], ["ftp://example.com/", "example.com", "http://10.0.0.1/", 1, null]],
    ["name", ["a", "a".repeat(100)], ["", " ", "a".repeat(101), 1]],
    ["maxMonitors", [1, 1_000], [0, 1_001, 1.5, "2"]],
    ["syncIntervalMinutes", [60, 43_200], [59, 43_201, 60.5]],
    ["includePaths", [[], fiftyGlobs, ["a".repeat(128)]], [[...fiftyGlobs, "/more"], "/docs", null]],
    ["excludePaths", [[], fiftyGlobs], [[...fiftyGlobs, "/more"], {}]],
    ["monitor.intervalMinutes", [1, 43_200], [0, 43_201]],
    ["monitor.changeThreshold", [0, 1], [-0.1, 1.1]],
    ["monitor.tags", [["a"]], ["a"]],
  ];
  for (const [field, good, bad] of bounds) {
    it(`take ${field} within its bounds and refuse it beyond, by name`, async () => {
      for (const value of good) expect((await create(bodyWith(field, value))).status, String(value)).to.equal(201);
      const other = await api.account();
      for (const value of bad) {
        const { status, json } = await create(bodyWith(field, value), other);
        expect([status, Object.keys(problems(json))], String(value)).to.deep.equal([400, [field]]);
      }
      const { accountId } = other;
      expect(await api.ports.database.monitorSitemaps.countDocuments({ accountId })).to.equal(0);
    });
  }

  it("name all problems of the monitors' settings with their path", async () => {
    const { status, json } = await create({
      ...basic,
      monitor: {
        intervalMinutes: 60,
        name: "no",
        capture: { headers: { Host: "a" }, cookies: [{ name: "a", value: "b", domain: "elsewhere.example" }] },
        alerts: { webhook: { secret: "sixteen letters!" } },
      },
    });
    expect(status).to.equal(400);
    expect(Object.keys(problems(json))).to.include.members([
      "monitor.name",
      "monitor.capture.headers.Host",
      "monitor.capture.cookies.0.domain",
      "monitor.alerts.webhook.url",
    ]);
    const recipients = { alerts: { email: { recipientIds: [uuidv7()] } } };
    const unknown = await create({ ...basic, monitor: { intervalMinutes: 60, ...recipients } });
    expect(Object.keys(problems(unknown.json))).to.deep.equal(["monitor.alerts.email.recipientIds.0"]);
    expect(Object.keys(problems((await create({ sitemapUrl: basic.sitemapUrl })).json))).to.deep.equal(["monitor"]);
    const preset = await create({ ...basic, monitor: { intervalMinutes: 60, capture: { preset: "none" } } });
    expect(Object.keys(problems(preset.json))).to.deep.equal(["monitor.capture.preset"]);
  });

  it("show everything but the address and the secrets, and start one workflow", async () => {
    const id = await created({
      ...basic,
      sitemapUrl: "https://example.com/hidden/sitemap.xml?key=hidden",
      monitor: {
        intervalMinutes: 60,
        capture: { headers: { "X-A": "hidden" } },
        alerts: { webhook: { url: "https://example.org/hidden", secret: "hidden".repeat(4) } },
      },
    });
    const { json } = await account.client.call("GET", `/render/monitor-sitemaps/${id}`);
    expect(at(json, "sitemap")).to.deep.include({
      id,
      name: "example.com",
      host: "example.com",
      status: "active",
      maxMonitors: 100,
      syncIntervalMinutes: 1_440,
      syncing: true,
      lastSync: null,
      counts: { active: 0, paused: 0, gone: 0, overLimit: 0 },
    });
    expect(at(json, "sitemap.monitor.alerts.webhook")).to.deep.equal({ configured: true, signed: true });
    expect(JSON.stringify(json)).to.not.include("hidden");
    await api.ports.background.settled();
    const stored = JSON.stringify(await api.ports.database.monitorSitemaps.findOne({ _id: id }));
    expect(stored).to.not.include("hidden");
    const orders = api.orchestrator.orders.flatMap((order) => (order.type === "monitorSitemap" ? [order.input] : []));
    expect(orders.filter(({ sitemapId }) => sitemapId === id)).to.have.length(1);
  });

  it("hold the plan's shortest interval, also in a change", async () => {
    const starter = await api.account({ plan: "starter" });
    const short = { ...basic, monitor: { intervalMinutes: 14 } };
    expect((await create(short, starter)).status).to.equal(403);
    const { json } = await create({ ...basic, monitor: { intervalMinutes: 15 } }, starter);
    const path = `/render/monitor-sitemaps/${textAt(json, "sitemap.id")}`;
    const change = await starter.client.call("PATCH", path, { body: { monitor: { intervalMinutes: 14 } } });
    expect([change.status, at(change.json, "code")]).to.deep.equal([403, "plan_limit"]);
  });

  it("are listed newest first, page by page, without deleted ones", async () => {
    const ids = [await created(), await created(), await created()];
    const first = await account.client.call("GET", "/render/monitor-sitemaps?limit=2");
    const cursor = textAt(first.json, "nextCursor");
    const second = await account.client.call("GET", `/render/monitor-sitemaps?limit=2&cursor=${cursor}`);
    const listed = [first, second].flatMap(({ json }) => eachAt(json, "sitemaps", "id"));
    expect(listed).to.deep.equal(ids.toReversed());
    expect(at(second.json, "nextCursor")).to.equal(null);
    await account.client.call("DELETE", `/render/monitor-sitemaps/${ids[0]}`);
    const rest = await account.client.call("GET", "/render/monitor-sitemaps");
    expect(listAt(rest.json, "sitemaps")).to.have.length(2);
    for (const limit of [0, 51])
      expect((await account.client.call("GET", `/render/monitor-sitemaps?limit=${limit}`)).status).to.equal(400);
  });

  it("keep what a change does not name, also inside the monitors' settings", async () => {
    const id = await created({ ...basic, includePaths: ["/docs/**"], monitor: { intervalMinutes: 60, tags: ["a"] } });
    const { status, json } = await patch(id, { name: "Docs", monitor: { changeThreshold: 0.5 } });
    expect(status, JSON.stringify(json)).to.equal(200);
    expect(at(json, "sitemap")).to.deep.include({ name: "Docs", includePaths: ["/docs/**"], maxMonitors: 100 });
    expect(at(json, "sitemap.monitor")).to.deep.include({ tags: ["a"], changeThreshold: 0.5, intervalMinutes: 60 });
    for (const body of [{}, { monitor: {} }, { sitemapUrl: basic.sitemapUrl }, { status: "deleted" }])
      expect((await patch(id, body)).status, JSON.stringify(body)).to.equal(400);
  });

  it("are made once for one idempotency key", async () => {
    const headers = { "Idempotency-Key": uuidv7() };
    const [first, second] = [await create(basic, account, headers), await create(basic, account, headers)];
    expect(textAt(first.json, "sitemap.id")).to.equal(textAt(second.json, "sitemap.id"));
    expect(second.headers.get("idempotent-replayed")).to.equal("true");
    const { accountId } = account;
    expect(await api.ports.database.monitorSitemaps.countDocuments({ accountId })).to.equal(1);
  });

  it("are at most 50 in an account", async () => {
    const { database } = api.ports;
    const record = await database.monitorSitemaps.findOne({ _id: await created() });
    if (record === null) throw new Error("not stored");
    await database.monitorSitemaps.insertMany(Array.from({ length: 48 }, () => ({ ...record, _id: uuidv7() })));
    expect((await create()).status).to.equal(201);
    const { status, json } = await create();
    expect([status, at(json, "code")]).to.deep.equal([409, "too_many_sitemaps"]);
  });

  it("need the scope of monitors, and no paused account", async () => {
    const reader = await api.account({ scopes: ["read"] });
    expect((await create(basic, reader)).status).to.equal(403);
    expect((await reader.client.call("GET", "/render/monitor-sitemaps")).status).to.equal(200);
  });
});
