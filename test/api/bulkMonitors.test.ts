import { expect } from "chai";
import { at, textAt } from "./support/fields.ts";
import { monitorRequests } from "./support/monitorRequests.ts";
import { useApi } from "./support/useApi.ts";

const monitor = { name: "Prices", url: "https://example.com/", intervalMinutes: 60 };
const create = { action: "create", monitor };

describe("operations on many monitors", () => {
  const { api, account } = useApi({ accountPerTest: true });
  const monitors = monitorRequests(account);

  const send = (operations: unknown, headers: Record<string, string> = {}) =>
    account.client.call("POST", "/render/monitors/bulk", { body: { operations }, headers });
  const statusesOf = (json: unknown, count: number) =>
    Array.from({ length: count }, (_, index) => at(json, `results.${index}.status`));
  const wantedOf = async (id: string) => (await api.ports.database.monitors.findOne({ _id: id }))?.spec.wanted;

  it("are done as by their own calls, in their order", async () => {
    const [paused, changed, deleted] = [await monitors.created(), await monitors.created(), await monitors.created()];
    const { status, json } = await send([
      create,
      { action: "pause", id: paused },
      { action: "change", id: changed, change: { name: "Other", tags: ["a"] } },
      { action: "delete", id: deleted },
      { action: "pause", id: changed },
      { action: "resume", id: changed },
    ]);
    expect([status, at(json, "done"), at(json, "failed")]).to.deep.equal([200, 6, 0]);
    expect(statusesOf(json, 6)).to.deep.equal([201, 200, 200, 200, 200, 200]);
    expect(at(json, "results.0.monitor")).to.deep.include({ name: "Prices", host: "example.com", status: "active" });
    expect(at(json, "results.2.monitor")).to.deep.include({ name: "Other", tags: ["a"] });
    expect(await wantedOf(textAt(json, "results.0.monitor.id"))).to.equal("active");
    expect([await wantedOf(paused), await wantedOf(changed), await wantedOf(deleted)]).to.deep.equal([
      "paused",
      "active",
      "deleted",
    ]);
    expect(api.orchestrator.signals.filter(([id]) => id.includes(paused)).length).to.equal(1);
  });

  it("that fail say why, and stop no other", async () => {
    const own = await monitors.created();
    const foreign = await monitors.created({}, await api.account());
    const { status, json } = await send([
      { action: "create", monitor: { ...monitor, url: "ftp://example.com", intervalMinutes: 0 } },
      { action: "pause", id: foreign },
      { action: "pause", id: "nonsense" },
      { action: "change", id: own },
      { action: "delete", id: own, change: {} },
      { action: "change", id: own, change: { mode: "x" } },
      { action: "pause", id: own },
    ]);
    expect([status, at(json, "done"), at(json, "failed")]).to.deep.equal([207, 1, 6]);
    expect(statusesOf(json, 7)).to.deep.equal([400, 404, 404, 400, 400, 400, 200]);
    const fieldsOf = (index: number) => JSON.stringify(at(json, `results.${index}.problem.fields`));
    expect(fieldsOf(0)).to.contain('"url"').and.to.contain('"intervalMinutes"');
    expect(fieldsOf(3)).to.contain("is required for change");
    expect(fieldsOf(4)).to.contain("is not for delete");
    expect(fieldsOf(5)).to.contain('"mode"');
    expect(await wantedOf(foreign)).to.equal("active");
  });

  it("count against the plan one by one", async () => {
    const small = await api.account({ plan: "free" });
    const { json } = await small.client.call("POST", "/render/monitors/bulk", {
      body: {
        operations: Array.from({ length: 8 }, () => ({ ...create, monitor: { ...monitor, intervalMinutes: 1440 } })),
      },
    });
    const statuses = statusesOf(json, 8);
    const made = statuses.filter((status) => status === 201).length;
    expect(made).to.be.within(1, 7);
    expect(statuses.slice(made)).to.deep.equal(Array(8 - made).fill(403));
    expect(at(json, `results.${made}.problem.code`)).to.equal("plan_limit");
    expect(await api.ports.database.monitors.countDocuments({ accountId: small.accountId })).to.equal(made);
  });

  it("create nothing twice with one Idempotency-Key", async () => {
    const key = { "Idempotency-Key": "import" };
    const [first, again] = [await send([create, create], key), await send([create, create], key)];
    const idsOf = (json: unknown) => [0, 1].map((index) => at(json, `results.${index}.monitor.id`));
    expect(idsOf(again.json)).to.deep.equal(idsOf(first.json));
    expect(new Set(idsOf(first.json)).size).to.equal(2);
    expect(await api.ports.database.monitors.countDocuments({ accountId: account.accountId })).to.equal(2);
  });

  it("are 1 to 100, and need a key for monitors", async () => {
    for (const count of [0, 101]) {
      const { status, json } = await send(Array.from({ length: count }, () => ({ action: "pause", id: "x" })));
      expect([status, at(json, "fields.0.field")]).to.deep.equal([400, "operations"]);
    }
    const full = await send(Array.from({ length: 100 }, () => ({ action: "pause", id: "x" })));
    expect([full.status, at(full.json, "failed")]).to.deep.equal([207, 100]);
    expect((await send([{ action: "burn" }])).status).to.equal(400);
    const reader = await api.account({ scopes: ["read", "render"] });
    const refused = await reader.client.call("POST", "/render/monitors/bulk", { body: { operations: [create] } });
    expect(refused.status).to.equal(403);
  });

  it("have the warnings and the presets of their own calls", async () => {
    await account.client.call("POST", "/presets", { body: { name: "wide", options: { width: 1440 } } });
    const { json } = await send([{ ...create, monitor: { ...monitor, capture: { preset: "wide", fulPage: true } } }]);
    expect(at(json, "results.0.monitor.capture")).to.deep.include({ width: 1440 });
    expect(textAt(json, "results.0.warnings.0.message")).to.contain("fullPage");
  });
});
