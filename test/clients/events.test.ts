import { expect } from "chai";
import { readMessages } from "#clients/typescript/src/events/readMessages.ts";
import { type AccountEvent, ApiError, type EventOptions, Watchframe } from "#clients/typescript/src/index.ts";
import { revokeKey } from "#data/accounts.ts";
import { useApi } from "../api/support/useApi.ts";
import { startTcpProxy } from "../support/tcpProxy.ts";
import { until } from "../support/until.ts";
import { useResource } from "../support/useResource.ts";
import { type Answer, busy, failureOf, openFaultyServer, reset, sendJson } from "./support/faultyServer.ts";

const page = { url: "https://example.com/" };

/** Reads the events of a client in the background. `ended` resolves with the error that ends the loop, or null. */
function follow(wf: Watchframe, options: EventOptions = {}) {
  const events: AccountEvent[] = [];
  const controller = new AbortController();
  const loop = async () => {
    for await (const event of wf.events({ signal: controller.signal, ...options })) events.push(event);
  };
  const ended = failureOf(loop());
  const changes = () => events.flatMap((event) => (event.type === "change" ? [event.change] : []));
  const types = () => events.map(({ type }) => type);
  return { events, changes, types, ended, stop: (reason: Error) => controller.abort(reason) };
}

describe("the client's events from the API", function () {
  this.timeout(60_000);
  const streamTimes = { readMs: 50, heartbeatMs: 200, checkMs: 200 };
  const { api, account } = useApi({ streamTimes, accountPerTest: true });
  const proxy = useResource(() => startTcpProxy(new URL(api.url).host));
  const client = () => new Watchframe({ apiKey: account.key, baseUrl: api.url });

  it("name the changes of the wanted kinds, until the signal aborts", async () => {
    const wf = client();
    const stream = follow(wf, { kinds: ["job"] });
    await until(async () => stream.types().includes("hello"));
    const { id } = await wf.renders.create(page);
    await until(async () => stream.changes().some((change) => change.id === id));
    expect(new Set(stream.changes().map(({ kind }) => kind))).to.deep.equal(new Set(["job"]));
    const reason = new Error("enough");
    stream.stop(reason);
    expect(await stream.ended).to.equal(reason);
  });

  it("go on after the last event when the connection breaks, without a gap", async () => {
    const wf = client();
    const stream = follow(new Watchframe({ apiKey: account.key, baseUrl: `http://${proxy.address}` }), {
      kinds: ["job"],
    });
    await until(async () => stream.types().includes("hello"));
    const first = await wf.renders.create(page);
    await until(async () => stream.changes().some(({ id }) => id === first.id));
    proxy.set("away");
    const missed = await wf.renders.create({ ...page, fullPage: true });
    proxy.set("up");
    await until(async () => stream.changes().some(({ id }) => id === missed.id));
    expect(stream.types()).to.not.include("reset");
    expect(stream.types().filter((type) => type === "hello")).to.have.length(2);
    const positions = stream.events.flatMap(({ type, lastEventId }) =>
      type === "change" ? [Number(lastEventId)] : [],
    );
    expect(positions).to.deep.equal([...positions].toSorted((a, b) => a - b));
    stream.stop(new Error("enough"));
    await stream.ended;
  });

  it("go on from an event of an earlier stream, and end by break", async () => {
    const wf = client();
    const stream = follow(wf);
    await until(async () => stream.types().includes("hello"));
    const from = stream.events[0]?.lastEventId ?? "0";
    stream.stop(new Error("enough"));
    await stream.ended;
    const { id } = await wf.renders.create(page);
    for await (const event of wf.events({ lastEventId: from, kinds: ["job"] })) {
      if (event.type !== "change") continue;
      expect(event.change.id).to.equal(id);
      break;
    }
  });

  it("end with the API's refusal once the key is revoked", async () => {
    const stream = follow(client());
    await until(async () => stream.types().includes("hello"));
    await revokeKey(api.ports.database, account.keyId);
    const error = await stream.ended;
    expect(error).to.be.instanceOf(ApiError);
    expect(error).to.include({ status: 401 });
  });
});

describe("the client's events through faults", () => {
  const server = useResource(openFaultyServer);
  const client = () => new Watchframe({ apiKey: "wf_live_a", baseUrl: server.baseUrl, maxRetries: 0 });
  const send = (text: string, isOver = true): Answer => {
    return (_request, response) => {
      response.writeHead(200, { "Content-Type": "text/event-stream" });
      response.write(text);
      if (isOver) response.end();
    };
  };
  const change = (id: number) =>
    `id: ${id}\nevent: change\ndata: {"kind":"job","id":"j${id}","at":"2026-11-23T08:00:00.000Z"}\n\n`;

  it("wait out a broken connection and an API that is away, and resume", async () => {
    server.replyWith(
      send(`retry: 20\n\nid: 4\nevent: hello\ndata: {}\n\n${change(5)}id: 6\nevent: cha`),
      reset,
      busy(503),
      send(`event: hello\ndata: {}\n\n: heartbeat\n\nevent: later\ndata: {}\n\n${change(6)}`, false),
    );
    const stream = follow(client());
    await until(async () => stream.changes().length === 2);
    expect(stream.events.map(({ type, lastEventId }) => `${type} ${lastEventId}`)).to.deep.equal([
      "hello 4",
      "change 5",
      "hello 5",
      "change 6",
    ]);
    expect(server.seen.map(({ lastEventId }) => lastEventId)).to.deep.equal([undefined, "5", "5", "5"]);
    stream.stop(new Error("enough"));
    await stream.ended;
  });

  it("do not begin with an API that can't be reached or refuses", async () => {
    server.replyWith(reset);
    expect(await follow(client()).ended).to.have.property("name", "ConnectionError");
    server.replyWith(sendJson(403, { error: "scope_missing" }));
    expect(await follow(client()).ended).to.have.property("code", "scope_missing");
  });

  it("leave a connection that says nothing", async () => {
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(new TextEncoder().encode("id: 1\nevent: hello\ndata: {}\n\n")),
    });
    const seen: unknown[] = [];
    for await (const message of readMessages(new Response(body), 50)) seen.push(message);
    expect(seen).to.deep.equal([{ id: "1", event: "hello", data: "{}", retry: null }]);
  });
});
