import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { Socket } from "node:net";
import { expect } from "chai";
import { type Database, openDatabase } from "#data/mongo.ts";
import { isDatabaseDown } from "#data/reconnect.ts";
import { servers } from "../support/servers.ts";
import { until } from "../support/until.ts";
import { startTcpProxy, type TcpProxy } from "../support/tcpProxy.ts";

describe("a database that does not answer", function () {
  this.timeout(60_000);
  const timeouts = { answerMs: 500, commandMs: 2_000 };
  const host = {
    _id: "example.com",
    nextStartAt: new Date(),
    claimedBy: null,
    backedOffUntil: new Date(),
    refusals: 0,
  };
  const sockets = new Set<Socket>();
  const note = (message: unknown) => {
    if (typeof message === "object" && message !== null && "socket" in message && message.socket instanceof Socket) {
      sockets.add(message.socket);
    }
  };
  let proxy: TcpProxy;
  let database: Database;

  beforeEach(async () => {
    const { mongoUrl } = (await servers()).info;
    proxy = await startTcpProxy(new URL(mongoUrl).host);
    subscribe("net.client.socket", note);
    database = openDatabase(`mongodb://${proxy.address}/silent-${Date.now()}`, { timeouts });
    await database.hostThrottles.insertOne(host);
  });
  afterEach(async () => {
    unsubscribe("net.client.socket", note);
    sockets.clear();
    await database?.close();
    await proxy?.close();
  });

  const { _id } = host;
  const commands: Record<string, () => Promise<unknown>> = {
    insert: () => database.hostThrottles.insertOne({ ...host, _id: "example.org" }),
    update: () => database.hostThrottles.updateOne({ _id }, { $set: { claimedBy: "somebody" } }),
    findAndModify: () => database.hostThrottles.findOneAndUpdate({ _id }, { $set: { claimedBy: "somebody" } }),
    delete: () => database.hostThrottles.deleteOne({ _id }),
    find: () => database.hostThrottles.find({ _id }).sort({ _id: 1 }).limit(1).toArray(),
    aggregate: async () => {
      for await (const found of database.hostThrottles.aggregate([{ $match: { _id } }]))
        expect(found).to.include({ _id });
    },
    ping: () => database.ping(),
  };

  /** Expects a command to fail in time with an error of an unavailable MongoDB. */
  async function expectAway(command: () => Promise<unknown>): Promise<void> {
    const begun = performance.now();
    const thrown: unknown = await command().then(
      () => "an answer",
      (error: unknown) => error,
    );
    expect(isDatabaseDown(thrown), String(thrown)).to.equal(true);
    expect(performance.now() - begun).to.be.below(timeouts.commandMs + 1_000);
  }

  for (const [name, command] of Object.entries(commands)) {
    it(`${name}: reports a lost answer in time, and the next connection works`, async () => {
      proxy.loseReplies(name);
      await expectAway(command);
      proxy.loseReplies();
      await database.hostThrottles.findOne({ _id });
    });

    it(`${name}: reports in time a connection that breaks during the write`, async () => {
      for (const socket of sockets) socket.destroy();
      await expectAway(command);
    });
  }

  it("fails all waiting commands when one times out, and answers them afterwards", async () => {
    const { mongoUrl } = (await servers()).info;
    const silent = await startTcpProxy(new URL(mongoUrl).host);
    // The first command that times out closes the connections, before their own timeout.
    const own = openDatabase(`mongodb://${silent.address}/silent-${Date.now()}`, {
      timeouts: { answerMs: 20_000, commandMs: 1_000 },
    });
    const { hostThrottles } = own;
    await hostThrottles.insertOne(host);
    silent.loseReplies("claimedBy");
    const ask = () => [
      hostThrottles.updateOne({ _id }, { $set: { claimedBy: "somebody" } }),
      hostThrottles.findOne({ _id, claimedBy: null }),
    ];
    const asked = ask();
    const last = setTimeout(() => asked.push(...Array.from({ length: 60 }, ask).flat()), 500);
    await expectAway(() => Promise.race(asked));
    clearTimeout(last);
    const outcomes = await Promise.allSettled(asked);
    expect(outcomes).to.have.length(122);
    for (const outcome of outcomes) {
      const reason: unknown = outcome.status === "rejected" ? outcome.reason : "an answer";
      expect(isDatabaseDown(reason), String(reason)).to.equal(true);
    }
    silent.loseReplies();
    await until(() => hostThrottles.findOne({ _id }).catch(() => null));
    await own.close();
    await silent.close();
  });
});
