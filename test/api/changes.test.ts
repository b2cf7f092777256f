import { expect } from "chai";
import { Value } from "typebox/value";
import { removeExpired } from "#activities/reconcile/expired.ts";
import { PageChangeList } from "#schemas/monitor/pageChange.ts";
import { at, problems, textAt } from "./support/fields.ts";
import { monitorRequests } from "./support/monitorRequests.ts";
import { changeEntry, completeRun, findingsOf, project } from "./support/reviewedRuns.ts";
import { useApi } from "./support/useApi.ts";

describe("changes to review", () => {
  const { api, account } = useApi({ accountPerTest: true });
  const monitors = monitorRequests(account);
  const database = () => api.ports.database;

  const post = (path: string, body?: unknown) => account.client.call("POST", path, body === undefined ? {} : { body });
  const list = async (query = "") => {
    const { json } = await account.client.call("GET", `/changes${query}`);
    return Value.Parse(PageChangeList, json);
  };
  const unseen = async () => (await list("?state=unseen")).changes.map(({ id }) => id);
  const change = async (monitorId: string): Promise<string> => {
    const runId = await completeRun(database(), monitorId);
    await project(database(), monitorId, [changeEntry(runId)]);
    return runId;
  };

  it("are one entry each, however often the projection is repeated, with the change in one line", async () => {
    const id = await monitors.created({ name: "Kettle", tags: ["shop"] });
    const runId = await completeRun(database(), id, findingsOf(["€ 39.00", "€ 34.00"]));
    const entry = changeEntry(runId);
    await project(database(), id, [entry]);
    await project(database(), id, [entry]);
    await project(database(), id, [{ ...entry, closedAt: entry.openedAt, reason: "stayed" }]);
    const { changes, total, nextCursor } = await list();
    expect(total).to.equal(1);
    expect(nextCursor).to.equal(null);
    expect(changes[0]).to.deep.include({
      id: runId,
      runId,
      monitorId: id,
      title: "Kettle",
      summary: "€ 39.00 → € 34.00",
      state: "unseen",
      baselineMode: "rolling",
      seenAt: null,
      seenBy: null,
      decision: null,
      note: null,
      pairUrl: null,
    });
  });

  it("have an entry for each further change of a fixed baseline, and none for a failure", async () => {
    const id = await monitors.created({ baselineMode: "fixed" });
    const [first, second] = [await completeRun(database(), id), await completeRun(database(), id)];
    const updates = [{ runId: second, at: new Date().toISOString() }];
    await project(database(), id, [changeEntry(first, { updates }), changeEntry(first, { type: "failure" })]);
    expect(await unseen()).to.deep.equal([second, first]);
  });

  it("are listed by state, monitor and tag, page by page", async () => {
    const [one, other] = [await monitors.created({ tags: ["shop"] }), await monitors.created()];
    const ids = [await change(one), await change(other), await change(one)];
    await post(`/changes/${ids[0]}/seen`);
    expect((await list("?state=seen")).changes.map(({ id }) => id)).to.deep.equal([ids[0]]);
    expect((await list(`?monitorId=${other}`)).changes.map(({ id }) => id)).to.deep.equal([ids[1]]);
    expect((await list("?tag=shop&state=unseen")).changes.map(({ id }) => id)).to.deep.equal([ids[2]]);
    const first = await list("?limit=2");
    expect([first.changes.map(({ id }) => id), first.total]).to.deep.equal([[ids[2], ids[1]], 3]);
    const next = await list(`?limit=2&cursor=${first.nextCursor}`);
    expect([next.changes.map(({ id }) => id), next.nextCursor]).to.deep.equal([[ids[0]], null]);
    const wrong = await account.client.call("GET", `/changes?state=seen&cursor=${first.nextCursor}`);
    expect(problems(wrong.json)).to.have.key("cursor");
  });

  it("are seen once, with the key and the time, and unseen again", async () => {
    const id = await change(await monitors.created());
    const seen = await post(`/changes/${id}/seen`);
    expect(at(seen.json, "change.state")).to.equal("seen");
    expect(at(seen.json, "change.decision")).to.equal("seen");
    expect(at(seen.json, "change.seenBy")).to.match(/^[0-9a-z-]+$/);
    const again = await post(`/changes/${id}/seen`);
    expect(at(again.json, "change.seenAt")).to.equal(at(seen.json, "change.seenAt"));
    expect(await unseen()).to.deep.equal([]);
    const undone = await post(`/changes/${id}/unseen`);
    expect(at(undone.json, "change")).to.deep.include({ state: "unseen", seenAt: null, seenBy: null, decision: null });
  });

  it("are seen and unseen in bulk; ids of others are left out", async () => {
    const id = await monitors.created();
    const ids = [await change(id), await change(id)];
    const stranger = await api.account();
    const theirs = await stranger.client.call("POST", "/changes/seen", { body: { ids } });
    expect([theirs.status, at(theirs.json, "changes")]).to.deep.equal([200, []]);
    expect(await unseen()).to.have.length(2);
    expect(at((await post("/changes/seen", { ids })).json, "changes")).to.have.length(2);
    expect(await unseen()).to.deep.equal([]);
    await post("/changes/unseen", { ids });
    expect(await unseen()).to.have.length(2);
    expect((await stranger.client.call("POST", `/changes/${ids[0]}/seen`)).status).to.equal(404);
  });

  it("take a note of at most 1,000 characters", async () => {
    const id = await change(await monitors.created());
    const note = (text: string | null) => account.client.call("PATCH", `/changes/${id}`, { body: { note: text } });
    expect(at((await note("The sale")).json, "change.note")).to.equal("The sale");
    expect((await note("x".repeat(1_001))).status).to.equal(400);
    expect(at((await note(null)).json, "change.note")).to.equal(null);
  });

  it("keep the old baseline of a fixed one, with the reason as the note; a rolling one has none", async () => {
    const rolling = await post(`/changes/${await change(await monitors.created())}/keep`);
    expect([rolling.status, at(rolling.json, "code")]).to.deep.equal([409, "baseline_rolls"]);
    const monitorId = await monitors.created({ baselineMode: "fixed" });
    const id = await change(monitorId);
    const incident = {
      id: "01900000-0000-7000-8000-000000000001",
      type: "change" as const,
      status: "open" as const,
      openedAt: new Date().toISOString(),
      runId: id,
      consecutiveFailures: 0,
      updates: [],
      lastNotifiedAt: null,
    };
    await database().monitors.updateOne({ _id: monitorId }, { $set: { "state.incident": incident } });
    const acknowledgedAt = async () =>
      at((await account.client.call("GET", `/render/monitors/${monitorId}`)).json, "monitor.incident.acknowledgedAt");
    const kept = await post(`/changes/${id}/keep`, { reason: "A test" });
    expect(at(kept.json, "change")).to.deep.include({ state: "seen", decision: "kept", note: "A test" });
    expect(await acknowledgedAt()).to.be.a("string");
    await post(`/changes/${id}/unseen`);
    expect(await acknowledgedAt()).to.equal(null);
  });

  it("are accepted with their run, and those before it", async () => {
    const monitorId = await monitors.created({ baselineMode: "fixed" });
    const [first, second, third] = [await change(monitorId), await change(monitorId), await change(monitorId)];
    const accepted = await post(`/render/monitors/${monitorId}/baseline`, { runId: second });
    expect(accepted.status).to.equal(200);
    expect(await unseen()).to.deep.equal([third]);
    const [, one, other] = (await list()).changes;
    expect([one, other].map((shown) => [shown?.id, shown?.decision])).to.deep.equal([
      [second, "accepted"],
      [first, "accepted"],
    ]);
  });

  it("stay when their monitor is paused, and are seen when it is deleted", async () => {
    const monitorId = await monitors.created();
    const id = await change(monitorId);
    await monitors.patch(monitorId, { status: "paused" });
    expect(await unseen()).to.deep.equal([id]);
    await account.client.call("DELETE", `/render/monitors/${monitorId}`);
    expect(await unseen()).to.deep.equal([]);
  });

  it("leave at the end of their run's retention, and do not come back when the incident closes", async () => {
    const monitorId = await monitors.created();
    const id = await change(monitorId);
    const past = new Date(Date.now() - 1_000);
    await database().pageChanges.updateOne({ _id: id }, { $set: { expiresAt: past } });
    await database().runs.updateOne({ _id: id }, { $set: { expiresAt: past } });
    await removeExpired({ database: database(), objects: api.ports.objects }, new Date());
    await project(database(), monitorId, [changeEntry(id, { closedAt: past.toISOString(), reason: "stayed" })]);
    expect((await list()).total).to.equal(0);
  });

  it("are shown to people without a key by their review link, and to nobody by another one", async () => {
    const monitorId = await monitors.created({ name: "Kettle <b>" });
    const id = await change(monitorId);
    const url = new URL(textAt((await account.client.call("GET", `/changes/${id}`)).json, "change.reviewUrl"));
    const path = url.pathname + url.search;
    const json = await api.anyone.call("GET", path);
    expect([json.status, at(json.json, "summary")]).to.deep.equal([200, "39.00 → 34.00"]);
    const page = await fetch(new URL(path, api.url), { headers: { Accept: "text/html" } });
    const text = await page.text();
    expect(page.status).to.equal(200);
    expect(text).to.include("39.00 → 34.00").and.include("Kettle &lt;b&gt;").and.not.include("<b>");
    const forged = await api.anyone.call("GET", path.replace("signature=", "signature=x"));
    expect([forged.status, at(forged.json, "code")]).to.deep.equal([400, "invalid_token"]);
    await account.client.call("DELETE", `/render/monitors/${monitorId}`);
    expect((await api.anyone.call("GET", path)).status).to.equal(400);
  });
});
