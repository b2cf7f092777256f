import { expect } from "chai";
import type { Refusal } from "#egress/jobProxy.ts";
import { openJobProxy } from "#egress/jobProxy.ts";
import {
  ampleBudget,
  ask,
  cut,
  connectRaw,
  exchangeHead,
  failureOf,
  openPolicy,
  openProxy,
  openTunnel,
  serveSite,
  serveTcp,
  stopAfterTest,
  stopAll,
} from "./support.ts";

describe("the proxy's budget", () => {
  afterEach(stopAll);

  it("of bytes cuts tunnels and answers, and refuses the next requests", async () => {
    const endless = await serveTcp((socket) => {
      const block = Buffer.alloc(65_536);
      const more = () => void (socket.writable && socket.write(block, more));
      more();
    });
    const site = await serveSite((_, response) => response.end(Buffer.alloc(400_000)));
    const proxy = await openProxy(openPolicy([endless.port, site.port]), { bytes: 1_000_000 });
    const { socket } = await openTunnel(proxy, `site.example:${endless.port}`);
    await cut(socket);
    expect(proxy.budgetExceeded).to.equal("bytes");
    expect(proxy.stats().bytesReceived).to.be.within(1_000_000, 1_200_000);
    const answer = await ask(proxy, `http://site.example:${site.port}/`);
    expect([answer.status, answer.headers["x-watchframe-egress"]]).to.deep.equal([403, "budget"]);
    expect((await openTunnel(proxy, `site.example:${site.port}`)).head).to.match(
      /^HTTP\/1.1 403 .*\r\nx-watchframe-egress: budget/,
    );
    expect([site.connections(), proxy.verdictFor("site.example")]).to.deep.equal([0, "budget"]);
  });

  it("of bytes counts plain answers and uploads alike", async () => {
    const site = await serveSite((request, response) => {
      request.resume();
      request.on("end", () => response.end(Buffer.alloc(400_000)));
    });
    const proxy = await openProxy(openPolicy([site.port]), { bytes: 1_200_000 });
    const url = `http://site.example:${site.port}/`;
    expect((await ask(proxy, url)).status).to.equal(200);
    expect((await ask(proxy, url, { method: "POST", body: "x".repeat(300_000) })).status).to.equal(200);
    expect(await failureOf(ask(proxy, url))).to.be.instanceOf(Error);
    expect(proxy.budgetExceeded).to.equal("bytes");
  });

  it("of requests refuses the next one and leaves the others alone", async () => {
    const site = await serveTcp((socket) => socket.pipe(socket));
    const plain = await serveSite();
    const proxy = await openProxy(openPolicy([site.port, plain.port]), { requests: 2 });
    const { socket } = await openTunnel(proxy, `site.example:${site.port}`);
    const url = `http://site.example:${plain.port}/`;
    expect((await ask(proxy, url)).status).to.equal(200);
    expect(proxy.budgetExceeded).to.equal(null);
    expect((await ask(proxy, url)).headers["x-watchframe-egress"]).to.equal("budget");
    expect([proxy.budgetExceeded, proxy.stats().requests]).to.deep.equal(["requests", 2]);
    socket.write("alive");
    expect(String(await new Promise((resolve) => socket.once("data", resolve)))).to.equal("alive");
  });

  it("of tunnels is of those open at once", async () => {
    const site = await serveTcp((socket) => socket.pipe(socket));
    const proxy = await openProxy(openPolicy([site.port]), { tunnels: 2 });
    const authority = `site.example:${site.port}`;
    const first = await openTunnel(proxy, authority);
    await openTunnel(proxy, authority);
    expect((await openTunnel(proxy, authority)).head).to.contain("budget");
    first.socket.end();
    await cut(first.socket);
    expect((await openTunnel(proxy, authority)).head).to.match(/^HTTP\/1.1 200/);
    expect(proxy.stats().tunnels).to.equal(3);
  });

  it("of time cuts everything", async () => {
    const site = await serveTcp((socket) => socket.resume());
    const proxy = await openProxy(openPolicy([site.port]), { seconds: 0.05 });
    const { socket } = await openTunnel(proxy, `site.example:${site.port}`);
    await cut(socket);
    expect(proxy.budgetExceeded).to.equal("seconds");
    expect((await ask(proxy, `http://site.example:${site.port}/`)).headers["x-watchframe-egress"]).to.equal("budget");
  });

  it("of time cuts a request that waits for its answer, with a verdict", async () => {
    const site = await serveTcp((socket) => socket.resume());
    const proxy = await openProxy(openPolicy([site.port]), { seconds: 0.05 });
    expect((await ask(proxy, `http://site.example:${site.port}/`)).headers["x-watchframe-egress"]).to.equal("budget");
  });
});

describe("JobProxy: refusals", () => {
  afterEach(stopAll);

  it("reports refusals as host and verdict, counted", async () => {
    const refusals: Refusal[] = [];
    const proxy = await openJobProxy({
      policy: openPolicy([]),
      budget: ampleBudget,
      onRefused: (refusal) => refusals.push(refusal),
    });
    stopAfterTest(() => proxy.close());
    await ask(proxy, "http://10.0.0.1/admin?token=1");
    await ask(proxy, "http://10.0.0.1/other");
    await openTunnel(proxy, "[::1]:443");
    await ask(proxy, "http://[0::1]/");
    expect(refusals).to.deep.equal([
      { host: "10.0.0.1", verdict: "refused" },
      { host: "10.0.0.1", verdict: "refused" },
      { host: "::1", verdict: "refused" },
      { host: "::1", verdict: "refused" },
    ]);
    expect(proxy.stats().refusals).to.deep.equal([
      { host: "10.0.0.1", verdict: "refused", count: 2 },
      { host: "::1", verdict: "refused", count: 2 },
    ]);
    expect([proxy.verdictFor("[::1]"), proxy.verdictFor("0xa.1")]).to.deep.equal(["refused", "refused"]);
  });

  it("names its own refusals: over a limit, or not a proxy request", async () => {
    const site = await serveSite();
    const refusals: [verdict: string, own: string | null][] = [];
    const proxy = await openJobProxy({
      policy: openPolicy([site.port]),
      budget: { ...ampleBudget, requests: 2 },
      onRefused: ({ verdict }, own) => refusals.push([verdict, own]),
    });
    stopAfterTest(() => proxy.close());
    await ask(proxy, "ftp://site.example/");
    await ask(proxy, "http://10.0.0.1/");
    await ask(proxy, `http://site.example:${site.port}/`);
    await ask(proxy, `http://site.example:${site.port}/`);
    expect(refusals).to.deep.equal([
      ["refused", "invalid_url"],
      ["refused", null],
      ["budget", "requests"],
    ]);
  });

  it("remembers at most 200 hosts of a page", async () => {
    const proxy = await openProxy(openPolicy([]));
    for (let last = 0; last < 250; last += 1) await ask(proxy, `http://10.0.0.${last}/`);
    expect(proxy.stats().refusals).to.have.length(200);
  });

  it("survives bytes that are not HTTP", async () => {
    const site = await serveSite();
    const proxy = await openProxy(openPolicy([site.port]));
    for (const text of [
      "\x16\x03\x01\x02",
      "GET\r\n\r\n",
      "CONNECT \r\n\r\n",
      `GET http://site.example:${site.port}/ HTTP/1.1\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    ]) {
      const socket = await connectRaw(proxy);
      socket.write(text, "latin1");
      await cut(socket);
    }
    expect(site.connections()).to.equal(0);
    expect((await ask(proxy, `http://site.example:${site.port}/`)).body).to.equal("hello");
  });
});

describe("JobProxy: one job after another", () => {
  afterEach(stopAll);

  it("resets for another job: it cuts old connections and clears counts, verdicts and budget", async () => {
    const site = await serveTcp((socket) => socket.pipe(socket));
    const plain = await serveSite();
    const proxy = await openProxy(openPolicy([site.port, plain.port]), { requests: 2 });
    const { socket } = await openTunnel(proxy, `site.example:${site.port}`);
    await ask(proxy, `http://site.example:${plain.port}/`);
    await ask(proxy, `http://10.0.0.1/`);
    const refusals: Refusal[] = [];
    proxy.rebind({ budget: { ...ampleBudget, requests: 1 }, onRefused: (refusal) => refusals.push(refusal) });
    await cut(socket);
    expect(proxy.stats()).to.deep.equal({
      bytesReceived: 0,
      bytesSent: 0,
      requests: 0,
      connections: 0,
      tunnels: 0,
      refusals: [],
    });
    expect([proxy.verdictFor("10.0.0.1"), proxy.budgetExceeded]).to.deep.equal([null, null]);
    expect((await ask(proxy, `http://site.example:${plain.port}/`)).body).to.equal("hello");
    expect(plain.connections(), "no connection is handed from job to job").to.equal(2);
    expect((await ask(proxy, `http://site.example:${plain.port}/`)).headers["x-watchframe-egress"]).to.equal("budget");
    expect(refusals).to.deep.equal([{ host: "site.example", verdict: "budget" }]);
  });

  it("restarts the clock when rebound", async () => {
    const site = await serveTcp((socket) => socket.pipe(socket));
    const proxy = await openProxy(openPolicy([site.port]), { seconds: 0.03 });
    proxy.rebind({ budget: { ...ampleBudget, seconds: Infinity } });
    const late = await openProxy(openPolicy([site.port]), { seconds: 0.06 });
    await cut((await openTunnel(late, `site.example:${site.port}`)).socket);
    expect([late.budgetExceeded, proxy.budgetExceeded]).to.deep.equal(["seconds", null]);
  });

  it("closes with tunnels, waiting requests, dials and idle clients open, and twice", async () => {
    const silent = await serveTcp((socket) => socket.resume());
    const proxy = await openProxy(
      openPolicy([silent.port], {
        lookup: (name) => (name === "slow.example" ? new Promise(() => {}) : Promise.resolve(["127.0.0.1"])),
        lookupTimeoutMs: 500,
      }),
    );
    const { socket } = await openTunnel(proxy, `site.example:${silent.port}`);
    const waiting = failureOf(ask(proxy, `http://site.example:${silent.port}/`));
    const dialling = exchangeHead(await connectRaw(proxy), "CONNECT slow.example:443 HTTP/1.1\r\n\r\n");
    await connectRaw(proxy);
    await proxy.close();
    await cut(socket);
    await Promise.all([waiting, dialling, proxy.close()]);
    expect(await failureOf(ask(proxy, "http://site.example/"))).to.have.property("code", "ECONNREFUSED");
  });
});
