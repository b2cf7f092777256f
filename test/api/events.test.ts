import { expect } from "chai";
import { createAccount, createKey, revokeKey } from "#data/accounts.ts";
import { maxKeptChanges } from "#data/changes/changeFeed.ts";
import type { Change } from "#schemas/change.ts";
import { openStream, type OpenStream } from "../support/eventStream.ts";
import { until } from "../support/until.ts";
import { expectDocumented } from "./support/conformance.ts";
import { at, problems, textAt } from "./support/fields.ts";
import { completeJob } from "./support/finishJob.ts";
import { type TestAccount, testApi } from "./support/testApi.ts";
import { useApi } from "./support/useApi.ts";

const url = "https://example.com/";
const quick = { readMs: 50, heartbeatMs: 200, checkMs: 200 };
const slow = { readMs: 50, heartbeatMs: 15_000, checkMs: 30_000 };

/** An API whose streams the tests open; each test has an account of its own. */
function useEvents() {
  const { api, account } = useApi({ streamTimes: slow, accountPerTest: true });
  const opened: OpenStream[] = [];
  afterEach(() => {
    for (const stream of opened.splice(0)) stream.close();
  });
  const open = async (
    query = "",
    { key = account.key, apiUrl = api.url, lastEventId }: { key?: string; apiUrl?: string; lastEventId?: string } = {},
  ): Promise<OpenStream> => {
    const resumed = lastEventId === undefined ? {} : { "Last-Event-ID": lastEventId };
    const stream = await openStream(apiUrl, { Authorization: `Bearer ${key}`, ...resumed }, query);
    opened.push(stream);
    if (stream.status === 200) await stream.event("hello");
    return stream;
  };
  const submit = async ({ client }: TestAccount = account): Promise<string> =>
    textAt((await client.call("POST", "/render", { body: { url } })).json, "id");
  const isJob = (id: string) => (change: Change) => change.kind === "job" && change.id === id;
  const positions = ({ messages }: OpenStream) =>
    messages.filter(({ event }) => event === "change").map(({ id }) => Number(id));
  /** A stream that has got all changes so far, and starts after them. */
  async function settledStream(): Promise<OpenStream> {
    const before = await open();
    const last = await submit();
    await before.change(isJob(last));
    return open("", { lastEventId: String(positions(before).at(-1)) });
  }
  const feed = () => api.ports.database.changeFeeds.findOne({ _id: account.accountId });
  return { api, account, open, submit, isJob, positions, settledStream, feed };
}

describe("GET /events: changes", function () {
  this.timeout(60_000);
  const { api, account, open, submit, isJob, positions, settledStream, feed } = useEvents();

  it("says hello, then names each change in order, without content", async () => {
    const stream = await open();
    expect(stream.headers.get("content-type")).to.match(/^text\/event-stream\b/);
    expect(stream.headers.get("x-accel-buffering")).to.equal("no");
    expectDocumented({ method: "GET", path: "/events", status: 200, headers: stream.headers, body: Buffer.alloc(0) });
    expect(stream.retry()).to.equal("3000");
    const began = Date.now();
    const first = await submit();
    const { at: changedAt } = await stream.change(isJob(first));
    expect(Date.parse(changedAt)).to.be.within(began - 1, Date.now());
    const second = await submit();
    await stream.change(isJob(second));
    await completeJob(api.ports, first, {});
    await until(async () => stream.changes().filter(isJob(first)).length === 2);
    expect(stream.changes().flatMap(({ kind, id }) => (kind === "job" ? [id] : []))).to.deep.equal([
      first,
      second,
      first,
    ]);
    expect(positions(stream)).to.deep.equal(positions(stream).toSorted((a, b) => a - b));
    expect(stream.messages[0]?.event).to.equal("hello");
    expect(JSON.stringify(stream.messages)).to.not.include("example.com");
  });

  it("names every kind of resource", async () => {
    const stream = await open();
    const { call } = account.client;
    const make = async (path: string, body: unknown, field: string) =>
      textAt((await call("POST", path, { body })).json, field);
    const diff = await make("/render/diff", { before: { url }, after: { url } }, "id");
    const monitorId = await make("/render/monitors", { name: "Mine", url, intervalMinutes: 60 }, "monitor.id");
    const batch = await make("/render/smart-batch", { urls: [url] }, "batch");
    const expected = [
      ["job", diff],
      ["diff", diff],
      ["monitor", monitorId],
      ["run", await make(`/render/monitors/${monitorId}/run`, {}, "run.id")],
      ["batch", batch],
      ["crawl", await make("/crawl", { url }, "id")],
      ["schedule", await make("/render/schedule-recurring", { url, pattern: "0 * * * *" }, "id")],
      ["recipient", await make("/render/monitor-recipients", { email: "reader@example.com" }, "recipient.id")],
      ["key", await make("/account/keys", { name: "more", scopes: ["read"] }, "key.id")],
      ["usage", account.accountId],
    ];
    for (const [kind, id] of expected)
      await stream.change((change) => change.kind === kind && change.id === id).catch(() => expect.fail(String(kind)));
    await stream.change(({ kind }) => kind === "delivery");
    const runs = stream.changes().filter(({ kind }) => kind === "run");
    expect(runs.map((run) => run.monitorId)).to.include(monitorId);
  });

  it("names what is changed and removed, and a batch when one of its jobs changes", async () => {
    const { call } = account.client;
    const batch = textAt((await call("POST", "/render/smart-batch", { body: { urls: [url] } })).json, "batch");
    const added = await call("POST", "/render/monitor-recipients", { body: { email: "gone@example.com" } });
    const recipient = textAt(added.json, "recipient.id");
    const made = await call("POST", "/account/keys", { body: { name: "short", scopes: ["read"] } });
    const key = textAt(made.json, "key.id");
    const stream = await settledStream();
    const job = await api.ports.database.jobs.findOne({ batchId: batch });
    await completeJob(api.ports, job?._id ?? "", {});
    await stream.change(({ kind, id }) => kind === "batch" && id === batch);
    await call("DELETE", `/render/monitor-recipients/${recipient}`);
    await stream.change(({ kind, id }) => kind === "recipient" && id === recipient);
    await call("DELETE", `/account/keys/${key}`);
    await stream.change(({ kind, id }) => kind === "key" && id === key);
  });

  it("sends only the kinds of the filter", async () => {
    const stream = await open("?kinds=monitor,key");
    const job = await submit();
    const body = { name: "Mine", url, intervalMinutes: 60 };
    const id = textAt((await account.client.call("POST", "/render/monitors", { body })).json, "monitor.id");
    await stream.change((change) => change.kind === "monitor" && change.id === id);
    expect((await feed())?.lines).to.include(job);
    expect(new Set(stream.changes().map(({ kind }) => kind))).to.not.include("job");
    const { status, json } = await account.client.call("GET", "/events?kinds=jobs");
    expect(status).to.equal(400);
    expect(Object.keys(problems(json))).to.deep.equal(["kinds.0"]);
  });

  it("sends every stream of an account the same, and other accounts nothing", async () => {
    const stranger = await api.account();
    const [one, two, others] = [await open(), await open(), await open("", { key: stranger.key })];
    const job = await submit();
    await Promise.all([one.change(isJob(job)), two.change(isJob(job))]);
    await others.change(isJob(await submit(stranger)));
    expect(others.changes().filter(isJob(job))).to.deep.equal([]);
    expect(JSON.stringify(others.messages)).to.not.include(account.accountId);
  });

  it("sends what another process writes", async () => {
    const other = await testApi({ streamTimes: slow });
    try {
      const stream = await open("", { apiUrl: other.url });
      await stream.change(isJob(await submit()));
    } finally {
      await other.close();
    }
  });
});

describe("GET /events: positions", function () {
  this.timeout(60_000);
  const { api, open, submit, isJob, positions, feed } = useEvents();

  it("sends what happened since Last-Event-ID, and nothing twice", async () => {
    const stream = await open();
    const first = await submit();
    await stream.change(isJob(first));
    const lastEventId = String(positions(stream).at(-1));
    stream.close();
    await stream.closed;
    const missed = await submit();
    await until(async () => (await feed())?.lines.includes(missed));
    const resumed = await open("", { lastEventId });
    await resumed.change(isJob(missed));
    expect(resumed.changes().filter(isJob(first))).to.deep.equal([]);
    expect(positions(resumed)[0]).to.equal(Number(lastEventId) + 1);
    // Without a position of its own, so that a connection that breaks here misses nothing.
    expect(resumed.messages[0]).to.include({ event: "hello", id: null });
  });

  for (const lastEventId of ["999999", "not-a-position", "-1"]) {
    it(`sends a reset for the unknown position ${lastEventId}, then what comes`, async () => {
      const before = await open();
      await before.change(isJob(await submit()));
      const stream = await open("", { lastEventId });
      const { id } = await stream.event("reset");
      expect(Number(id)).to.be.greaterThan(0);
      expect(stream.changes()).to.deep.equal([]);
      await stream.change(isJob(await submit()));
    });
  }

  it("sends a reset once the changes since a position are no longer kept", async () => {
    const { database } = api.ports;
    const before = await open();
    const job = await submit();
    await before.change(isJob(job));
    const old = positions(before).at(-1) ?? 0;
    const record = await database.jobs.findOne({ _id: job });
    if (record === null) throw new Error("the job has no record");
    const copies = Array.from({ length: maxKeptChanges + 1 }, (_, index) => ({ ...record, _id: `copy-${index}` }));
    await database.jobs.insertMany(copies);
    await until(async () => ((await feed())?.seq ?? 0) > old + maxKeptChanges);
    const stream = await open("", { lastEventId: String(old) });
    await stream.event("reset");
    expect(stream.changes()).to.deep.equal([]);
    expect((await feed())?.lines.split("\n")).to.have.length(maxKeptChanges);
  });
});

describe("GET /events: access", function () {
  this.timeout(60_000);
  const { api, account, open } = useEvents();

  it("is refused without a key that may read", async () => {
    const { key } = await api.account({ scopes: ["render"] });
    const status = async (given: string) => (await open("", { key: given })).status;
    expect(await status(key)).to.equal(403);
    expect(await status("wf_live_unknown")).to.equal(401);
  });

  it("answers HEAD without a stream", async () => {
    const { status, headers, bytes } = await account.client.call("HEAD", "/events");
    expect([status, headers.get("content-type"), bytes.length]).to.deep.equal([
      200,
      "text/event-stream; charset=utf-8",
      0,
    ]);
  });

  it("lets an account have 20 streams, and another one after the end of one", async () => {
    const streams = await Promise.all(Array.from({ length: 20 }, () => open()));
    expect(streams.map(({ status }) => status)).to.deep.equal(Array.from({ length: 20 }, () => 200));
    const { status, json, headers } = await account.client.call("GET", "/events");
    expect([status, at(json, "error")]).to.deep.equal([429, "too_many_streams"]);
    expect(headers.get("retry-after")).to.equal("5");
    expect((await open("", { key: (await api.account()).key })).status).to.equal(200);
    streams[0]?.close();
    await until(async () => (await open()).status === 200);
  });
});

describe("the life of an event stream", function () {
  this.timeout(60_000);
  let ahead = 0;
  const { api } = useApi({
    streamTimes: quick,
    publicUrl: "https://shots.example",
    now: () => new Date(Date.now() + ahead),
  });
  beforeEach(() => {
    ahead = 0;
  });
  const open = async (headers: Record<string, string>): Promise<OpenStream> => {
    const stream = await openStream(api.url, headers);
    await stream.event("hello");
    return stream;
  };
  const bearer = (key: string) => ({ Authorization: `Bearer ${key}` });

  it("has heartbeats while nothing happens", async () => {
    const stream = await open(bearer((await api.account()).key));
    await until(async () => stream.comments.length >= 3);
    expect(new Set(stream.comments)).to.deep.equal(new Set(["heartbeat"]));
    stream.close();
  });

  it("ends when its key is revoked", async () => {
    const { accountId } = await api.account();
    const { database } = api.ports;
    const { id, key } = await createKey(database, { accountId, name: "short", scopes: ["read"] });
    const stream = await open(bearer(key));
    await revokeKey(database, id);
    expect(await stream.closed).to.equal("ended");
    expect((await openStream(api.url, bearer(key))).status).to.equal(401);
  });

  it("ends when its key expires", async () => {
    const { key } = await api.account({ expiresAt: new Date(Date.now() + 3_600_000) });
    const stream = await open(bearer(key));
    ahead = 3_700_000;
    expect(await stream.closed).to.equal("ended");
  });

  it("ends with its session, and does not prolong it", async () => {
    const { key } = await api.account();
    const logIn = async () => {
      const { headers } = await api.anyone.call("POST", "/sessions", { body: { apiKey: key } });
      return { Cookie: headers.get("Set-Cookie")?.split(";")[0] ?? "", "Sec-Fetch-Site": "same-origin" };
    };
    const [loggedOut, idle] = [await logIn(), await logIn()];
    const stream = await open(loggedOut);
    await api.anyone.call("DELETE", "/sessions/current", { headers: loggedOut });
    expect(await stream.closed).to.equal("ended");
    const forgotten = await open(idle);
    // Two checks follow, of which neither may count as a use.
    ahead = 11 * 3_600_000;
    const received = forgotten.comments.length;
    await until(async () => forgotten.comments.length > received + 2);
    ahead = 13 * 3_600_000;
    expect(await forgotten.closed).to.equal("ended");
  });

  it("logs no warning when a client leaves", async () => {
    const stream = await open(bearer((await api.account()).key));
    stream.close();
    await until(async () => api.logged.some((line) => line.includes("reply broke off")));
    const lines = api.logged.filter((line) => line.includes("reply broke off"));
    expect(lines.filter((line) => !line.includes('"level":"debug"'))).to.deep.equal([]);
  });

  it("flushes the last changes before a process ends", async () => {
    const ending = await testApi({ streamTimes: quick });
    const { _id: accountId } = await createAccount(ending.ports.database, { email: "a@example.com", plan: "free" });
    await ending.close();
    expect((await api.ports.database.changeFeeds.findOne({ _id: accountId }))?.seq).to.equal(1);
  });
});
