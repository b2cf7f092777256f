import { expect } from "chai";
import type { IncidentEntry } from "#schemas/monitor/history.ts";
import { parseAtom } from "../support/atom.ts";
import { at, problems, textAt } from "./support/fields.ts";
import { monitorRequests } from "./support/monitorRequests.ts";
import { useApi } from "./support/useApi.ts";

const idOf = (digits: number) => `01900000-0000-7000-8000-${String(digits).padStart(12, "0")}`;
const hostile = `<script>alert("1")</script> & ]]> \u0001\ufffe 😀`;

describe("feeds", () => {
  let clock = new Date();
  const { api, account } = useApi({ accountPerTest: true, now: () => clock });
  const monitors = monitorRequests(account);
  beforeEach(() => {
    clock = new Date();
  });

  const make = async (body?: unknown) => {
    const { status, json } = await account.client.call("POST", "/feeds", body === undefined ? {} : { body });
    expect(status, JSON.stringify(json)).to.equal(201);
    return { id: textAt(json, "feed.id"), url: textAt(json, "feed.url") };
  };
  const get = (url: string, headers: Record<string, string> = {}) =>
    api.anyone.call("GET", new URL(url).pathname, { headers });
  const read = async (url: string) => {
    const { status, headers, bytes } = await get(url);
    expect([status, headers.get("content-type")]).to.deep.equal([200, "application/atom+xml"]);
    return parseAtom(bytes.toString());
  };
  const incidentOf = (digits: number, minute: number, more: Partial<IncidentEntry> = {}): IncidentEntry => ({
    id: idOf(digits),
    type: "change",
    runId: idOf(900 + digits),
    openedAt: new Date(Date.UTC(2026, 10, 21, 9, minute)).toISOString(),
    updates: [],
    closedAt: null,
    reason: null,
    ...more,
  });
  const keep = (monitorId: string, ...incidents: IncidentEntry[]) =>
    api.ports.database.monitorHistories.replaceOne(
      { _id: monitorId },
      { baselines: [], incidents, version: 1 },
      { upsert: true },
    );

  it("have the last changes and failures of all monitors, of a tag, or of one", async () => {
    const one = await monitors.created({ name: "One", tags: ["prices", "eu"] });
    const two = await monitors.created({ name: "Two" });
    const gone = await monitors.created({ name: "Gone", tags: ["prices"] });
    await keep(one, incidentOf(1, 1), incidentOf(4, 40, { type: "failure" }));
    const closedAt = new Date(Date.UTC(2026, 10, 21, 9, 50)).toISOString();
    await keep(two, incidentOf(2, 2, { closedAt, reason: "restored" }));
    await keep(gone, incidentOf(3, 3));
    await account.client.call("DELETE", `/render/monitors/${gone}`);
    const feed = await make();
    const all = await read(feed.url);
    expect(all).to.include({ id: `urn:uuid:${feed.id}`, title: "Changes of all monitors", self: feed.url });
    expect(all.entries.map(({ id, title }) => [id, title])).to.deep.equal([
      [`urn:uuid:${idOf(2)}`, "Two has changed"],
      [`urn:uuid:${idOf(4)}`, "One can't be captured"],
      [`urn:uuid:${idOf(1)}`, "One has changed"],
    ]);
    expect(all.entries[0]).to.deep.include({ updated: closedAt, tags: [] });
    expect(all.entries[0]?.text).to.contain("Page of example.com.").and.to.contain("changed back");
    expect(all.entries[2]).to.deep.include({ tags: ["prices", "eu"], link: `http://api.test/console/monitors/${one}` });
    const tagged = await read((await make({ tag: "prices" })).url);
    expect([tagged.title, tagged.entries.length]).to.deep.equal(["Changes of monitors with the tag prices", 2]);
    const single = await read((await make({ monitorId: two })).url);
    expect([single.title, single.entries.length]).to.deep.equal(["Changes of Two", 1]);
  });

  it("have a further change of an open incident as an entry of its own", async () => {
    const id = await monitors.created({ name: "Prices", tags: ["further"] });
    const updates = [{ runId: idOf(950), at: new Date(Date.UTC(2026, 10, 21, 9, 30)).toISOString() }];
    await keep(id, incidentOf(1, 1, { updates }));
    const { entries } = await read((await make({ monitorId: id })).url);
    expect(entries.map((entry) => [entry.id, entry.updated])).to.deep.equal([
      [`urn:uuid:${idOf(950)}`, updates[0]?.at],
      [`urn:uuid:${idOf(1)}`, incidentOf(1, 1).openedAt],
    ]);
  });

  it("hold hostile names and words as text, and at most 50 entries", async () => {
    const id = await monitors.created({ name: "Plain", tags: ["<b>&"] });
    await api.ports.database.monitors.updateOne({ _id: id }, { $set: { "spec.name": hostile } });
    await keep(id, ...Array.from({ length: 50 }, (_, index) => incidentOf(index, index)));
    const other = await monitors.created();
    await keep(other, incidentOf(80, 59, { openedAt: "2026-11-21T10:00:00.000Z" }));
    const { entries } = await read((await make()).url);
    expect(entries.length).to.equal(50);
    expect(entries[1]).to.deep.include({
      title: `<script>alert("1")</script> & ]] > \ufffd\ufffd 😀 has changed`,
      tags: ["<b>&"],
    });
  });

  it("are the same bytes until something happens, which readers learn by 304", async () => {
    const id = await monitors.created();
    await keep(id, incidentOf(1, 1));
    const { url } = await make();
    const first = await get(url);
    const etag = first.headers.get("etag") ?? "";
    clock = new Date(clock.getTime() + 3_600_000);
    const again = await get(url, { "If-None-Match": etag });
    expect([again.status, again.bytes.length]).to.deep.equal([304, 0]);
    await keep(id, incidentOf(1, 1), incidentOf(2, 2));
    expect((await get(url, { "If-None-Match": etag })).status).to.equal(200);
  });

  it("are empty feeds before anything has happened", async () => {
    expect((await read((await make()).url)).entries).to.deep.equal([]);
  });

  it("end when they are deleted; no other address leads to them", async () => {
    const [feed, other] = [await make(), await make()];
    const signature = feed.url.slice(-48, -5);
    for (const url of [
      feed.url.replace(feed.id, other.id),
      feed.url.replace(signature, `${signature.startsWith("a") ? "b" : "a"}${signature.slice(1)}`),
      feed.url.replace(".atom", ""),
      feed.url.replace(feed.id, idOf(5)),
    ])
      expect((await get(url)).status, url).to.equal(404);
    const list = await account.client.call("GET", "/feeds");
    expect([at(list.json, "feeds.0.url"), at(list.json, "feeds.1.url")]).to.deep.equal([feed.url, other.url]);
    const stranger = await api.account();
    expect((await stranger.client.call("DELETE", `/feeds/${feed.id}`)).status).to.equal(404);
    expect(at((await stranger.client.call("GET", "/feeds")).json, "feeds")).to.deep.equal([]);
    expect((await account.client.call("DELETE", `/feeds/${feed.id}`)).status).to.equal(200);
    expect([(await get(feed.url)).status, (await get(other.url)).status]).to.deep.equal([404, 200]);
  });

  it("say what is wrong with a request, and are at most 50", async () => {
    const post = (body: unknown) => account.client.call("POST", "/feeds", { body });
    const monitorId = await monitors.created();
    expect(problems((await post({ tag: "a", monitorId })).json)).to.have.keys("tag");
    expect(problems((await post({ tag: "" })).json)).to.have.keys("tag");
    expect((await post({ monitorId: idOf(7) })).status).to.equal(404);
    const stranger = await api.account();
    expect((await stranger.client.call("POST", "/feeds", { body: { monitorId } })).status).to.equal(404);
    for (let count = 0; count < 50; count += 1) await make();
    const { status, json } = await post({});
    expect([status, at(json, "code")]).to.deep.equal([409, "too_many_feeds"]);
  });

  it("are limited each", async () => {
    clock = new Date(Math.ceil(clock.getTime() / 60_000) * 60_000);
    const [feed, other] = [await make(), await make()];
    for (let count = 0; count < 60; count += 1)
      await api.ports.rates.take({ rateKey: `feed:${feed.id}`, limit: 60, windowSeconds: 60 });
    expect([(await get(feed.url)).status, (await get(other.url)).status]).to.deep.equal([429, 200]);
  });
});
