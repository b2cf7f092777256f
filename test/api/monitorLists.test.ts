import { expect } from "chai";
import { at, problems, textAt } from "./support/fields.ts";
import { monitorRequests } from "./support/monitorRequests.ts";
import { useApi } from "./support/useApi.ts";

/** Creates and lists monitors; each test has an account of its own. */
function useMonitorLists() {
  const { api, account } = useApi({ accountPerTest: true });
  const monitors = monitorRequests(account);
  const list = async (query: Record<string, string> = {}) => {
    const { status, json } = await account.client.call("GET", `/render/monitors?${new URLSearchParams(query)}`);
    const listed = at(json, "monitors");
    return {
      status,
      json,
      names: Array.isArray(listed) ? listed.map((one: unknown) => textAt(one, "name")) : [],
      total: at(json, "total"),
      next: at(json, "nextCursor"),
    };
  };
  const create = async (names: readonly string[], body: Record<string, unknown> = {}) => {
    for (const name of names) await monitors.created({ name, ...body });
  };
  return { api, monitors, list, create };
}

describe("lists of monitors", () => {
  const { api, monitors, list, create } = useMonitorLists();

  it("show each page's host and tags, without spaces around them and each once", async () => {
    const tags = [" shop ", "Größe", "shop", "a/b", "x".repeat(40)];
    const { json } = await monitors.create({ url: "https://Shop.Example.com:8443/secret?q=1", tags });
    expect(at(json, "monitor")).to.deep.include({
      host: "shop.example.com:8443",
      tags: ["shop", "Größe", "a/b", "x".repeat(40)],
    });
    expect(JSON.stringify(json)).not.to.include("secret");
    const id = textAt(json, "monitor.id");
    const moved = await monitors.patch(id, { url: "https://example.org/", tags: ["b", "a"] });
    expect(at(moved.json, "monitor")).to.deep.include({ host: "example.org", tags: ["b", "a"] });
    const renamed = await monitors.patch(id, { name: "Other" });
    expect(at(renamed.json, "monitor.tags")).to.deep.equal(["b", "a"]);
    expect(at((await monitors.patch(id, { tags: [] })).json, "monitor.tags")).to.deep.equal([]);
  });

  it("show until when the host of an active monitor is backed off, as a single monitor does", async () => {
    const url = "https://refusing.example.com:8443/";
    const [active, paused] = [await monitors.created({ url }), await monitors.created({ url })];
    await monitors.patch(paused, { status: "paused" });
    const backedOffUntil = new Date(Date.now() + 60_000);
    const throttle = { nextStartAt: new Date(0), claimedBy: null, refusals: 1, backedOffUntil };
    await api.ports.database.hostThrottles.insertOne({ _id: "refusing.example.com:8443", ...throttle });
    const { json } = await list();
    expect([at(json, "monitors.0.id"), at(json, "monitors.1.id")]).to.deep.equal([paused, active]);
    const shown = [at(json, "monitors.0.backedOffUntil"), at(json, "monitors.1.backedOffUntil")];
    expect(shown).to.deep.equal([undefined, backedOffUntil.toISOString()]);
    expect(at(await monitors.read(active), "monitor.backedOffUntil")).to.equal(backedOffUntil.toISOString());
  });

  it("have the monitors with an open incident", async () => {
    await create(["quiet"]);
    const _id = await monitors.created({ name: "changed" });
    const runId = "01900000-0000-7000-8000-000000000000";
    const openedAt = "2026-11-21T09:30:00.000Z";
    const incident = {
      id: runId,
      type: "change" as const,
      status: "open" as const,
      openedAt,
      runId,
      consecutiveFailures: 0,
      updates: [],
      lastNotifiedAt: openedAt,
    };
    await api.ports.database.monitors.updateOne({ _id }, { $set: { "state.incident": incident } });
    expect(await list({ incident: "open" })).to.deep.include({ names: ["changed"], total: 1 });
    expect(await list({ incident: "open", q: "quiet" })).to.deep.include({ names: [], total: 0 });
    expect(await list({ incident: "change" })).to.deep.include({ names: ["changed"], total: 1 });
    expect(await list({ incident: "failure" })).to.deep.include({ names: [], total: 0 });
  });
});

describe("filters of the list of monitors", () => {
  const { list, create } = useMonitorLists();

  it("have the monitors with one tag, exactly", async () => {
    await create(["one"], { tags: ["shop", "eu"] });
    await create(["two"], { tags: ["shopping"] });
    await create(["three"], { tags: ["eu"] });
    expect(await list({ tag: "shop" })).to.deep.include({ names: ["one"], total: 1 });
    expect(await list({ tag: "eu" })).to.deep.include({ names: ["three", "one"], total: 2 });
    expect(await list({ tag: "EU" })).to.deep.include({ names: [], total: 0 });
  });

  it("have the monitors with a text in the name or a tag, in any case", async () => {
    await create(["Prices (new)", "C:\\temp", "A.B", "AxB", "ÜBERSICHT", "50% [x] {y} a+b|c^d$?/-_#&"]);
    await create(["tagged"], { tags: ["Winter prices"] });
    const found = async (q: string) => (await list({ q })).names;
    expect(await found("PRICES")).to.deep.equal(["tagged", "Prices (new)"]);
    expect(await found("(NEW)")).to.deep.equal(["Prices (new)"]);
    expect(await found("a.b")).to.deep.equal(["A.B"]);
    expect(await found(".*")).to.deep.equal([]);
    expect(await found("\\t")).to.deep.equal(["C:\\temp"]);
    expect(await found("übersicht")).to.deep.equal(["ÜBERSICHT"]);
    expect(await found("50% [X] {y} A+B|c^d$?/-_#&")).to.deep.equal(["50% [x] {y} a+b|c^d$?/-_#&"]);
  });

  it("combine all filters, and their cursors hold with these filters only", async () => {
    await create(["a1", "b", "a2", "a3"], { tags: ["t"] });
    await create(["a4"], { tags: ["t"], status: "paused" });
    const filter = { q: "A", tag: "t", status: "active" };
    const first = await list({ ...filter, limit: "2" });
    expect(first).to.deep.include({ names: ["a3", "a2"], total: 3 });
    const cursor = String(first.next);
    expect(await list({ ...filter, limit: "2", cursor })).to.deep.include({ names: ["a1"], total: 3, next: null });
    const wrong: Record<string, string>[] = [
      { ...filter, tag: "u" },
      { ...filter, q: "a" },
      { ...filter, incident: "open" },
      { q: "A", tag: "t" },
    ];
    for (const other of wrong) {
      const { status, json } = await list({ ...other, cursor });
      expect([status, Object.keys(problems(json))], JSON.stringify(other)).to.deep.equal([400, ["cursor"]]);
    }
  });

  it("refuse filters beyond their bounds, by name", async () => {
    expect((await list({ tag: "x".repeat(40), q: "x".repeat(100), limit: "200" })).status).to.equal(200);
    const wrong: [string, string][] = [
      ["tag", ""],
      ["tag", "x".repeat(41)],
      ["q", ""],
      ["q", "  "],
      ["q", "x".repeat(101)],
      ["q", "a\u0000b"],
      ["incident", "closed"],
      ["limit", "201"],
    ];
    for (const [name, value] of wrong) {
      const { status, json } = await list({ [name]: value });
      expect([status, Object.keys(problems(json))], `${name}=${value}`).to.deep.equal([400, [name]]);
    }
  });
});
