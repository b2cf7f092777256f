import { expect } from "chai";
import type { OpenIncident } from "#schemas/monitor/monitor.ts";
import { at, problems } from "./support/fields.ts";
import { monitorRequests } from "./support/monitorRequests.ts";
import { useApi } from "./support/useApi.ts";

/** An incident that begins now. */
const incidentOf = (type: OpenIncident["type"], digit: number, openedAt = new Date().toISOString()): OpenIncident => ({
  id: `01900000-0000-7000-8000-00000000000${digit}`,
  type,
  status: "open",
  openedAt,
  runId: "01900000-0000-7000-8000-000000000000",
  consecutiveFailures: type === "failure" ? 3 : 0,
  updates: [],
  lastNotifiedAt: openedAt,
});

describe("the acknowledgement of an incident", () => {
  const { api, account } = useApi();
  const monitors = monitorRequests(account);

  const show = (_id: string, incident: OpenIncident | null) =>
    api.ports.database.monitors.updateOne({ _id }, { $set: { "state.incident": incident } });
  const call = async (method: string, id: string) => {
    const { status, json } = await account.client.call(method, `/render/monitors/${id}/acknowledge`);
    return { status, json, acknowledgedAt: at(json, "monitor.incident.acknowledgedAt") };
  };
  const acknowledgedAt = async (id: string) =>
    at((await account.client.call("GET", `/render/monitors/${id}`)).json, "monitor.incident.acknowledgedAt");

  it("is refused without an open incident; its withdrawal changes nothing then", async () => {
    const id = await monitors.created();
    const { status, json } = await call("POST", id);
    expect([status, at(json, "code"), at(json, "type")]).to.deep.equal([409, "no_open_incident", "conflict"]);
    expect((await call("DELETE", id)).status).to.equal(200);
  });

  it("keeps its first time when repeated, and can be withdrawn", async () => {
    const id = await monitors.created();
    await show(id, incidentOf("change", 1));
    expect(await acknowledgedAt(id)).to.equal(null);
    const first = await call("POST", id);
    expect(first.status).to.equal(200);
    expect(Date.parse(String(first.acknowledgedAt))).to.be.closeTo(Date.now(), 60_000);
    expect((await call("POST", id)).acknowledgedAt).to.equal(first.acknowledgedAt);
    expect(await acknowledgedAt(id)).to.equal(first.acknowledgedAt);
    for (let times = 0; times < 2; times += 1) {
      expect(await call("DELETE", id)).to.include({ status: 200, acknowledgedAt: null });
    }
    expect(await acknowledgedAt(id)).to.equal(null);
  });

  it("belongs to one incident: a later one starts without, and one of another type leaves it", async () => {
    const id = await monitors.created();
    await show(id, incidentOf("change", 1));
    const { acknowledgedAt: change } = await call("POST", id);
    await show(id, incidentOf("failure", 2));
    expect(await acknowledgedAt(id)).to.equal(null);
    expect((await call("POST", id)).acknowledgedAt).to.be.a("string");
    await show(id, incidentOf("change", 1));
    expect(await acknowledgedAt(id)).to.equal(change);
    await show(id, incidentOf("change", 3));
    expect(await acknowledgedAt(id)).to.equal(null);
  });

  it("survives other changes of the monitor", async () => {
    const id = await monitors.created();
    await show(id, incidentOf("change", 1));
    const { acknowledgedAt: first } = await call("POST", id);
    await monitors.patch(id, { name: "Other" });
    expect(await acknowledgedAt(id)).to.equal(first);
  });
});

describe("a monitor's mute", () => {
  const { api, account } = useApi();
  const monitors = monitorRequests(account);
  const daysAhead = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

  it("is set at creation or later, and ends by null or by its time", async () => {
    const until = daysAhead(1);
    const { json } = await monitors.create({ mutedUntil: until });
    expect(at(json, "monitor.mutedUntil")).to.equal(until);
    expect(at((await monitors.create({ mutedUntil: null })).json, "monitor.mutedUntil")).to.equal(null);
    const id = await monitors.created();
    const zoned = `${daysAhead(2).slice(0, 10)}T12:00:00+02:00`;
    expect(at((await monitors.patch(id, { mutedUntil: zoned })).json, "monitor.mutedUntil")).to.equal(
      `${zoned.slice(0, 10)}T10:00:00.000Z`,
    );
    expect(at((await monitors.patch(id, { name: "Other" })).json, "monitor.mutedUntil")).to.be.a("string");
    expect(at((await monitors.patch(id, { mutedUntil: null })).json, "monitor.mutedUntil")).to.equal(null);
    await monitors.patch(id, { mutedUntil: until });
    await api.ports.database.monitors.updateOne({ _id: id }, { $set: { "spec.mutedUntil": new Date(0) } });
    const shown = await account.client.call("GET", `/render/monitors/${id}`);
    expect(at(shown.json, "monitor.mutedUntil")).to.equal(null);
  });

  it("keeps the baseline", async () => {
    const id = await monitors.created();
    await monitors.patch(id, { mutedUntil: daysAhead(1) });
    expect((await api.ports.database.monitors.findOne({ _id: id }))?.captureRev).to.equal(1);
  });

  it("is refused in the past, more than 366 days ahead, and as another value", async () => {
    const id = await monitors.created();
    const wrong: [unknown, RegExp][] = [
      [daysAhead(-0.01), /^must be in the future, or null to unmute; it is 20.+Z now$/],
      [daysAhead(366.01), /^must be at most 366 days ahead; mute it again later$/],
      ["tomorrow", /^must be a date and time/],
      [1, /./],
    ];
    for (const [mutedUntil, message] of wrong) {
      for (const { status, json } of [
        await monitors.create({ mutedUntil }),
        await monitors.patch(id, { mutedUntil }),
      ]) {
        expect(status, String(mutedUntil)).to.equal(400);
        expect(problems(json)["mutedUntil"]).to.match(message);
      }
    }
    expect((await monitors.patch(id, { mutedUntil: daysAhead(365.9) })).status).to.equal(200);
  });
});
