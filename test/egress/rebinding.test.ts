import { connect } from "node:net";
import { Worker } from "node:worker_threads";
import { expect } from "chai";
import { dial } from "#egress/dial.ts";
import { refusalReasonOf } from "#egress/errors.ts";
import { createGuardedFetch } from "#egress/fetch.ts";
import { ConnectFailed, createEgressPolicy, type EgressPolicy, type ResolvedAddress } from "#egress/policy.ts";
import { withOwnTime } from "../support/ownTime.ts";
import {
  ask,
  closedPort,
  failureOf,
  openProxy,
  openTunnel,
  serveSite,
  type Site,
  stopAfterTest,
  stopAll,
} from "./support.ts";

const to = (address: string, port: number): ResolvedAddress => ({ address, family: 4, port });

/** A "public" site at 127.0.0.2 (allowed), a canary at the same port of 127.0.0.1 (denied), and a name that switches between them. */
type Stage = { port: number; site: Site; canary: Site; policy: EgressPolicy; asked(): number };

async function stage(answers: (nth: number) => string[], cacheSeconds: number): Promise<Stage> {
  let asked = 0;
  const canary = await serveSite((_, response) => response.end("inside"));
  const site = await serveSite((_, response) => response.end("outside"), { port: canary.port, address: "127.0.0.2" });
  const policy = createEgressPolicy({
    allow: `127.0.0.2:${site.port}`,
    lookup: async () => answers(asked++),
    cacheSeconds,
  });
  return { port: site.port, site, canary, policy, asked: () => asked };
}

const plans: [kind: string, answers: (nth: number) => string[], reached: number][] = [
  ["public, then private", (nth) => [nth === 0 ? "127.0.0.2" : "127.0.0.1"], 1],
  ["alternating", (nth) => [nth % 2 === 0 ? "127.0.0.2" : "127.0.0.1"], 2],
  ["public with a private second address", () => ["127.0.0.2", "127.0.0.1"], 0],
  ["private AAAA beside a public A", () => ["127.0.0.2", "::1"], 0],
  ["private throughout", () => ["127.0.0.1"], 0],
];

describe("a name that is rebound", () => {
  afterEach(stopAll);

  for (const [kind, answers, reached] of plans) {
    it(`(${kind}) never leads a tunnel inside, and is asked for once a connection`, async () => {
      const { port, site, canary, policy, asked } = await stage(answers, 0);
      const proxy = await openProxy(policy);
      for (let connection = 0; connection < 4; connection += 1) await openTunnel(proxy, `evil.example:${port}`);
      expect([canary.connections(), site.connections(), asked()]).to.deep.equal([0, reached, 4]);
    });

    it(`(${kind}) never leads a plain request inside`, async () => {
      const { port, canary, policy, asked } = await stage(answers, 0);
      for (let connection = 0; connection < 4; connection += 1) {
        const answer = await ask(await openProxy(policy), `http://evil.example:${port}/`);
        expect(answer.body).to.be.oneOf(["outside", ""]);
      }
      expect([canary.connections(), asked()]).to.deep.equal([0, 4]);
    });

    it(`(${kind}) never leads a webhook inside`, async () => {
      const { port, site, canary, policy, asked } = await stage(answers, 0);
      for (let connection = 0; connection < 4; connection += 1) {
        const fetch = createGuardedFetch(policy);
        stopAfterTest(() => fetch.close());
        await fetch(`http://evil.example:${port}/`).catch((error: unknown) =>
          expect(refusalReasonOf(error)).to.equal("address"),
        );
      }
      expect([canary.connections(), site.connections(), asked()]).to.deep.equal([0, reached, 4]);
    });
  }

  it("keeps the checked address while the answer is kept", async () => {
    const { port, site, canary, policy, asked } = await stage((nth) => [nth === 0 ? "127.0.0.2" : "127.0.0.1"], 30);
    const proxy = await openProxy(policy);
    for (let connection = 0; connection < 4; connection += 1) await openTunnel(proxy, `evil.example:${port}`);
    expect([canary.connections(), site.connections(), asked()]).to.deep.equal([0, 4, 1]);
  });
});

describe("dial", () => {
  afterEach(stopAll);

  it("goes on to the next address at once when one fails", async () => {
    const site = await serveSite();
    const dialling = dial([to("127.0.0.3", site.port), to("127.0.0.1", site.port)], { timeoutMs: 5_000 });
    const [socket, ownMs] = await withOwnTime(dialling);
    expect(socket.remoteAddress).to.equal("127.0.0.1");
    expect(ownMs).to.be.below(200);
    socket.destroy();
  });

  it("tries the next address beside one that is silent, and drops the loser", async () => {
    const site = await serveSite();
    const silent = await silentAddress();
    const socket = await dial([silent, to("127.0.0.1", site.port)], { timeoutMs: 5_000 });
    expect(socket.remotePort).to.equal(site.port);
    socket.destroy();
  });

  it("says ConnectFailed, with the cause and without the address, when all fail or time is over", async () => {
    const port = await closedPort();
    const error = await failureOf(dial([to("127.0.0.1", port), to("127.0.0.3", port)], { timeoutMs: 5_000 }));
    expect(error).to.be.instanceOf(ConnectFailed).with.nested.property("cause.code", "ECONNREFUSED");
    expect(String(error)).not.to.match(/\d/);
    expect(await failureOf(dial([await silentAddress()], { timeoutMs: 20 }))).to.be.instanceOf(ConnectFailed);
    expect(await failureOf(dial([], { timeoutMs: 20 }))).to.be.instanceOf(ConnectFailed);
  });

  it("stops when it is aborted, before and during the request", async () => {
    const reason = new Error("off");
    const silent = await silentAddress();
    const controller = new AbortController();
    const dialled = failureOf(dial([silent], { timeoutMs: 5_000, signal: controller.signal }));
    controller.abort(reason);
    expect(await dialled).to.equal(reason);
    expect(await failureOf(dial([silent], { timeoutMs: 5_000, signal: controller.signal }))).to.equal(reason);
  });
});

/** An address that neither accepts nor refuses connections: the listener's thread sleeps, and its backlog is full. */
async function silentAddress(): Promise<ResolvedAddress> {
  const code = `
    const { parentPort } = require("node:worker_threads");
    const server = require("node:net").createServer().listen({ port: 0, host: "127.0.0.1", backlog: 1 }, () => {
      parentPort.postMessage(server.address().port);
      setImmediate(() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0));
    });`;
  const worker = new Worker(code, { eval: true });
  stopAfterTest(async () => void (await worker.terminate()));
  const port = await new Promise<number>((resolve) => worker.once("message", resolve));
  const fillers = Array.from({ length: 8 }, () => connect({ host: "127.0.0.1", port }).on("error", () => {}));
  stopAfterTest(() => fillers.forEach((filler) => filler.destroy()));
  await new Promise<void>((resolve) => fillers[0]?.once("connect", resolve));
  return to("127.0.0.1", port);
}
