import { expect } from "chai";
import { uuidv7 } from "uuidv7";
import { checkDelivery } from "#activities/notify/checkDelivery.ts";
import { recordMonitorMails } from "#activities/projections/mails.ts";
import { addToDigest } from "#activities/projections/digests.ts";
import type { AlertType, RecoveryReason } from "#schemas/events.ts";
import type { OpenIncident } from "#schemas/monitor/monitor.ts";
import { textAt } from "../api/support/fields.ts";
import { monitorRequests } from "../api/support/monitorRequests.ts";
import { useApi } from "../api/support/useApi.ts";

const minute = 60_000;
const timeOf = (at: number) => new Date(at).toISOString().slice(11, 16);
const ready = { state: "ready", until: null };
const skipped = { state: "skipped", until: null };

describe("mails in quiet hours", function () {
  this.timeout(60_000);
  const { api, account } = useApi();
  const monitors = monitorRequests(account);

  /** The whole minute in about half an hour at which the quiet hours of these tests end. */
  const ends = Math.floor(Date.now() / minute) * minute + 30 * minute;
  const quietHours = { from: timeOf(ends - 60 * minute), to: timeOf(ends) };
  const after = ends + 1;
  const quiet = (body: Record<string, unknown> = {}) =>
    monitors.created({ baselineMode: "fixed", alerts: { quietHours, ...body } });
  const incidentOf = (type: OpenIncident["type"]): OpenIncident => ({
    id: uuidv7(),
    type,
    status: "open",
    openedAt: new Date().toISOString(),
    runId: uuidv7(),
    consecutiveFailures: 0,
    updates: [],
    lastNotifiedAt: null,
  });
  type Said = { type: AlertType; incident: OpenIncident | null; reason?: RecoveryReason; runId?: string };
  const inputOf = (monitorId: string, { type, incident, reason = "stayed", runId }: Said) => {
    const version = Date.now() * 1_000;
    const cause = `${incident?.id ?? `at ${version}`}${runId ?? ""}`;
    const why = type === "monitor.change_recovered" ? reason : null;
    const common = { monitorId, type, cause, runId: runId ?? null, incident, version };
    return { ...common, reason: why, changesInARow: null, belowThreshold: null };
  };
  /** Records a mail about a monitor. Returns its id. */
  const record = async (monitorId: string, said: Said): Promise<string | undefined> => {
    const ports = { database: api.ports.database, mailer: { enabled: true, send: refuse, find: refuse } };
    return (await recordMonitorMails(ports, inputOf(monitorId, said)))[0];
  };
  const refuse = () => Promise.reject(new Error("These tests send nothing."));
  const check = (eventId = "", now = after) => checkDelivery(api.ports.database, { eventId, now });
  const end = (_id = "", status: "delivered" | "failed" = "delivered") =>
    api.ports.database.deliveries.updateOne({ _id }, { $set: { status } });
  const statusOf = async (_id = "") => (await api.ports.database.deliveries.findOne({ _id }))?.status;

  it("wait until the last millisecond, each for the one before it", async () => {
    const id = await quiet();
    const [change, failure] = [incidentOf("change"), incidentOf("failure")];
    const opening = await record(id, { type: "monitor.change_detected", incident: change });
    const failed = await record(id, { type: "monitor.failed", incident: failure });
    const over = await record(id, { type: "monitor.change_recovered", incident: change });
    expect(await check(opening, ends - 1)).to.deep.equal({ state: "waiting", until: ends });
    expect(await check(opening, ends)).to.deep.equal(ready);
    for (const later of [failed, over]) expect(await check(later)).to.deep.equal({ state: "waiting", until: null });
    await end(opening);
    expect(await check(failed)).to.deep.equal(ready);
    expect(await check(over)).to.deep.equal({ state: "waiting", until: null });
    await end(failed, "failed");
    expect(await check(over)).to.deep.equal(ready);
  });

  it("are not sent of a monitor that is muted or deleted at the end", async () => {
    const muted = await quiet();
    const deleted = await quiet();
    const said = { type: "monitor.paused", incident: null } as const;
    const [one, other] = [await record(muted, said), await record(deleted, said)];
    const mutedUntil = new Date(ends + minute).toISOString();
    expect((await monitors.patch(muted, { mutedUntil })).status).to.equal(200);
    await account.client.call("DELETE", `/render/monitors/${deleted}`);
    for (const mail of [one, other]) {
      expect(await check(mail)).to.deep.equal(skipped);
      expect(await statusOf(mail)).to.equal("skipped");
      expect(await check(mail), "again").to.deep.equal(skipped);
    }
    const soon = await record(muted, said);
    expect(await check(soon, ends + minute), "once the mute is over").to.deep.equal(ready);
  });

  it("are not sent of an acknowledged incident, nor of its end if the opening was not", async () => {
    const id = await quiet();
    const incident = incidentOf("change");
    const opening = await record(id, { type: "monitor.change_detected", incident });
    const over = await record(id, { type: "monitor.change_recovered", incident });
    const acknowledged = { incidentId: incident.id, at: new Date() };
    await api.ports.database.monitors.updateOne({ _id: id }, { $set: { "acknowledged.change": acknowledged } });
    expect(await check(opening)).to.deep.equal(skipped);
    expect(await check(over)).to.deep.equal(skipped);
  });

  it("are sent of a change after the one that was acknowledged", async () => {
    const id = await quiet();
    const incident = incidentOf("change");
    const acknowledged = { incidentId: incident.id, at: new Date(Date.now() - minute) };
    await api.ports.database.monitors.updateOne({ _id: id }, { $set: { "acknowledged.change": acknowledged } });
    const update = await record(id, { type: "monitor.change_updated", incident, runId: uuidv7() });
    expect(await check(update)).to.deep.equal(ready);
    acknowledged.at = new Date(Date.now() + minute);
    await api.ports.database.monitors.updateOne({ _id: id }, { $set: { "acknowledged.change": acknowledged } });
    expect(await check(update)).to.deep.equal(skipped);
  });

  it("are not sent of the further changes of a page that is as before again", async () => {
    const id = await quiet();
    const incident = incidentOf("change");
    const opening = await record(id, { type: "monitor.change_detected", incident });
    await end(opening);
    const update = await record(id, { type: "monitor.change_updated", incident, runId: uuidv7() });
    const other = await record(id, { type: "monitor.change_updated", incident: incidentOf("change"), runId: uuidv7() });
    const over = await record(id, { type: "monitor.change_recovered", incident, reason: "restored" });
    expect(await Promise.all([update, other].map(statusOf))).to.deep.equal(["skipped", "pending"]);
    await end(other);
    expect(await check(over)).to.deep.equal(ready);
  });

  it("are sent of a change that stayed, and not of one that was undone or accepted", async () => {
    for (const [reason, status] of [
      ["stayed", "pending"],
      ["below_threshold", "pending"],
      ["baseline_renewed", "pending"],
      ["restored", "skipped"],
      ["baseline_chosen", "skipped"],
    ] as const) {
      const id = await quiet();
      const incident = incidentOf("change");
      const opening = await record(id, { type: "monitor.change_detected", incident });
      const over = await record(id, { type: "monitor.change_recovered", incident, reason });
      expect([await statusOf(opening), over === undefined], reason).to.deep.equal([status, status === "skipped"]);
      const again = await record(id, { type: "monitor.change_recovered", incident, reason });
      expect(again, `${reason}, repeated`).to.equal(over);
    }
  });

  it("skip an undone change also if its end is never notified, and no message that was sent already", async () => {
    const silent = await quiet({ notifyRecovery: false });
    const incident = incidentOf("change");
    const opening = await record(silent, { type: "monitor.change_detected", incident });
    await record(silent, { type: "monitor.change_recovered", incident, reason: "restored" });
    expect(await statusOf(opening)).to.equal("skipped");

    const loud = await monitors.created({ baselineMode: "fixed" });
    const failure = incidentOf("failure");
    const failed = await record(loud, { type: "monitor.failed", incident: failure });
    await end(failed);
    await monitors.patch(loud, { alerts: { quietHours } });
    const over = await record(loud, { type: "monitor.failure_recovered", incident: failure });
    expect([await statusOf(failed), await check(over, ends - 1)]).to.deep.equal([
      "delivered",
      { state: "waiting", until: ends },
    ]);
    expect(await check(over)).to.deep.equal(ready);
  });

  it("show in their delivery when the wait ends", async () => {
    const id = await quiet();
    const mail = await record(id, { type: "monitor.paused", incident: null });
    const { json } = await account.client.call("GET", `/webhook-deliveries?resourceId=${id}`);
    expect(textAt(json, "deliveries.0.id")).to.equal(mail);
    expect(textAt(json, "deliveries.0.notBefore")).to.equal(new Date(ends).toISOString());
  });

  it("go into the first digest at or after the end", async () => {
    const id = await quiet({ digest: "hourly" });
    const ports = { database: api.ports.database, mailer: { enabled: true, send: refuse, find: refuse } };
    const digest = await addToDigest(ports, inputOf(id, { type: "monitor.paused", incident: null }));
    const hour = 60 * minute;
    expect(digest?.dueAt).to.equal(new Date(Math.ceil(ends / hour) * hour).toISOString());
  });
});
