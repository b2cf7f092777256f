import { once } from "node:events";
import { Agent } from "node:http";
import { expect } from "chai";
import { insideHosts } from "./spellings.ts";
import {
  ask,
  closedPort,
  connectRaw,
  exchangeHead,
  failureOf,
  openPolicy,
  openProxy,
  readAll,
  serveSite,
  serveTcp,
  stopAll,
} from "./support.ts";

/** Waits until a count no longer grows, as the pipeline is full. */
async function settledAt(count: () => number): Promise<void> {
  for (let before = -1, calm = 0; calm < 50; before = count()) {
    await new Promise<void>((resolve) => setImmediate(resolve));
    calm = count() === before && before > 0 ? calm + 1 : 0;
  }
}

describe("the proxy's plain requests", () => {
  afterEach(stopAll);

  it("passes a GET on in origin form, with the headers of both sides and without those of the connection", async () => {
    let seen: string[] = [];
    const site = await serveSite((request, response) => {
      seen = request.rawHeaders;
      response.writeHead(203, "Fine", [
        "X-A",
        "1",
        "Set-Cookie",
        "a=1",
        "Set-Cookie",
        "b=2",
        "Keep-Alive",
        "timeout=9",
        "Connection",
        "x-drop",
        "X-Drop",
        "1",
      ]);
      response.end("hello");
    });
    const proxy = await openProxy(openPolicy([site.port]));
    const headers = [
      "Host",
      "elsewhere.example",
      "X-Mine",
      "2",
      "Proxy-Connection",
      "keep-alive",
      "Connection",
      "X-Hop",
      "X-Hop",
      "3",
      "TE",
      "trailers",
      "Accept",
      "*/*",
    ];
    const answer = await ask(proxy, `http://site.example:${site.port}/a/b?c=d`, { headers });
    expect([answer.status, answer.body, site.requests]).to.deep.equal([203, "hello", ["GET /a/b?c=d"]]);
    expect(answer.headers).to.deep.include({ "x-a": "1", "set-cookie": ["a=1", "b=2"] });
    expect(answer.headers).not.to.have.any.keys("x-drop", "x-watchframe-egress");
    expect(seen).to.deep.equal([
      "Host",
      `site.example:${site.port}`,
      "X-Mine",
      "2",
      "Accept",
      "*/*",
      "Connection",
      "keep-alive",
    ]);
  });

  for (const [kind, headers] of [
    ["a length", { "content-length": "11" }],
    ["chunks", { "transfer-encoding": "chunked" }],
  ] as const)
    it(`streams a POST with ${kind} and its answer`, async () => {
      const site = await serveSite((request, response) =>
        request.pipe(response.writeHead(201, { "x-length": request.headers["content-length"] ?? "none" })),
      );
      const proxy = await openProxy(openPolicy([site.port]));
      const answer = await ask(proxy, `http://site.example:${site.port}/`, {
        method: "POST",
        headers,
        body: "hello world",
      });
      expect(answer).to.deep.include({ status: 201, body: "hello world" });
      expect(answer.headers["x-length"]).to.equal(kind === "chunks" ? "none" : "11");
    });

  it("passes HEAD, 204 and 304 without a body", async () => {
    const site = await serveSite((request, response) => {
      response.writeHead(request.url === "/304" ? 304 : request.url === "/204" ? 204 : 200, { "content-length": "5" });
      response.end();
    });
    const proxy = await openProxy(openPolicy([site.port]));
    const base = `http://site.example:${site.port}`;
    const head = await ask(proxy, `${base}/`, { method: "HEAD" });
    expect([head.status, head.headers["content-length"], head.body]).to.deep.equal([200, "5", ""]);
    expect((await ask(proxy, `${base}/304`)).status).to.equal(304);
    expect((await ask(proxy, `${base}/204`)).status).to.equal(204);
  });
});

describe("the proxy's connections to origins", () => {
  afterEach(stopAll);

  it("keeps the connection to an origin for the next request, and asks for the name once", async () => {
    let asked = 0;
    const site = await serveSite();
    const proxy = await openProxy(
      openPolicy([site.port], { lookup: async () => ((asked += 1), ["127.0.0.1"]), cacheSeconds: 0 }),
    );
    const agent = new Agent({ keepAlive: true });
    for (const path of ["/1", "/2", "/3"]) await ask(proxy, `http://site.example:${site.port}${path}`, { agent });
    agent.destroy();
    expect([site.requests.length, site.connections(), asked]).to.deep.equal([3, 1, 1]);
  });

  it("repeats a bodyless request that met a connection the origin had just closed, and only such a one", async () => {
    let answered = 0;
    const site = await serveTcp((socket) => {
      // The first connection answers one request and is cut at the second. Later connections answer.
      let requests = 0;
      const first = answered === 0;
      socket.on("data", () => {
        requests += 1;
        if (first && requests > 1) socket.resetAndDestroy();
        else socket.write(`HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n${(answered += 1)}`);
      });
    });
    const proxy = await openProxy(openPolicy([site.port]));
    const url = `http://site.example:${site.port}/`;
    expect((await ask(proxy, url)).body).to.equal("1");
    expect((await ask(proxy, url)).body).to.equal("2");
    expect(site.connections()).to.equal(2);
  });
});

describe("the proxy's plain answers", () => {
  afterEach(stopAll);

  it("forwards a stream of events without delay, the head first", async () => {
    let push: ((text: string) => void) | undefined;
    const site = await serveSite((_, response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.flushHeaders();
      push = (text) => void response.write(text);
    });
    const proxy = await openProxy(openPolicy([site.port]));
    const socket = await connectRaw(proxy);
    const head = await exchangeHead(socket, `GET http://site.example:${site.port}/ HTTP/1.1\r\nHost: x\r\n\r\n`);
    expect(head).to.match(/^HTTP\/1.1 200 OK/);
    push?.("data: 1\n\n");
    const [chunk] = await once(socket, "data");
    expect(String(chunk)).to.contain("data: 1");
  });

  it("streams 64 MB without holding it", async () => {
    const block = Buffer.alloc(1 << 20, "x");
    let produced = 0;
    const site = await serveSite((_, response) => {
      const more = () => {
        while (produced < 64 && response.write(block)) produced += 1;
        if (produced < 64) response.once("drain", () => ((produced += 1), more()));
        else response.end();
      };
      more();
    });
    const proxy = await openProxy(openPolicy([site.port]));
    const socket = await connectRaw(proxy);
    await exchangeHead(socket, `GET http://site.example:${site.port}/ HTTP/1.0\r\nHost: x\r\n\r\n`);
    socket.pause();
    await settledAt(() => produced);
    expect(produced, "blocks sent while the client does not read").to.be.below(32);
    expect((await readAll(socket)).length).to.be.at.least(64 << 20);
    expect(proxy.stats().bytesReceived).to.be.at.least(64 << 20);
  });

  it("accepts answers that Node would not write", async () => {
    const site = await serveTcp((socket) =>
      socket.once("data", () =>
        socket.end("HTTP/1.1 200 O\x01K\r\nX-Good: 1\r\nX-Bad: a\x01b\r\nContent-Length: 2\r\n\r\nok", "latin1"),
      ),
    );
    const proxy = await openProxy(openPolicy([site.port]));
    const answer = await ask(proxy, `http://site.example:${site.port}/`);
    expect(answer).to.deep.include({ status: 200, body: "ok" });
    expect(answer.headers["x-good"]).to.equal("1");
  });

  it("cuts its answer when the origin cuts, so that it can't look whole", async () => {
    const site = await serveTcp((socket) =>
      socket.once("data", () =>
        socket.write("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf", () => socket.resetAndDestroy()),
      ),
    );
    const proxy = await openProxy(openPolicy([site.port]));
    expect(await failureOf(ask(proxy, `http://site.example:${site.port}/`))).to.be.instanceOf(Error);
  });

  it("cuts the origin when the client goes", async () => {
    const gone = Promise.withResolvers<void>();
    const site = await serveTcp((socket) => {
      socket.once("data", () => socket.write("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf"));
      socket.once("close", () => gone.resolve());
      socket.once("end", () => socket.end());
    });
    const proxy = await openProxy(openPolicy([site.port]));
    const socket = await connectRaw(proxy);
    await exchangeHead(socket, `GET http://site.example:${site.port}/ HTTP/1.1\r\nHost: x\r\n\r\n`);
    socket.destroy();
    await gone.promise;
  });

  it("ignores a verdict header of a site", async () => {
    const site = await serveSite((_, response) => response.writeHead(403, { "X-Watchframe-Egress": "refused" }).end());
    const proxy = await openProxy(openPolicy([site.port]));
    const answer = await ask(proxy, `http://site.example:${site.port}/`);
    expect(answer.headers).not.to.have.property("x-watchframe-egress");
  });
});

describe("plain requests that the proxy refuses", () => {
  afterEach(stopAll);

  for (const host of insideHosts)
    it(`refuses http://${host}`, async () => {
      const canary = await serveSite();
      const own = await serveSite();
      const proxy = await openProxy(openPolicy([own.port]));
      const answer = await ask(
        proxy,
        encodeURI(`http://${host}:${canary.port}/secret?query`)
          .replaceAll("%25", "%")
          .replaceAll(/%5B/g, "[")
          .replaceAll(/%5D/g, "]"),
      );
      expect([answer.status, answer.headers["x-watchframe-egress"], answer.body]).to.deep.equal([403, "refused", ""]);
      expect(canary.connections()).to.equal(0);
      expect(JSON.stringify(proxy.stats().refusals)).not.to.match(/secret|query/);
    });

  it("refuses all but an absolute http address: origin form, https, userinfo", async () => {
    const proxy = await openProxy(openPolicy([]));
    for (const url of ["/status", "https://site.example/", "http://a:b@site.example/", "ftp://site.example/", "*"])
      expect((await ask(proxy, url)).headers["x-watchframe-egress"], url).to.equal("refused");
  });

  it("distinguishes an unknown name and a closed or silent host from a forbidden host", async () => {
    const site = await serveTcp((socket) => socket.once("data", () => socket.end()));
    const port = await closedPort();
    const proxy = await openProxy(
      openPolicy([site.port, port], { lookup: async (name) => (name === "none.example" ? [] : ["127.0.0.1"]) }),
    );
    const verdicts = [`none.example:${site.port}`, `dropped.example:${site.port}`, `closed.example:${port}`].map(
      async (host) => {
        const answer = await ask(proxy, `http://${host}/`);
        return [answer.status, answer.headers["x-watchframe-egress"]];
      },
    );
    expect(await Promise.all(verdicts)).to.deep.equal([
      [502, "unresolved"],
      [502, "unreachable"],
      [502, "unreachable"],
    ]);
    expect([
      proxy.verdictFor("NONE.example."),
      proxy.verdictFor("closed.example"),
      proxy.verdictFor("other.example"),
    ]).to.deep.equal(["unresolved", "unreachable", null]);
    expect(["none", "dropped", "closed", "other"].map((name) => proxy.errorNameFor(`${name}.example`))).to.deep.equal([
      "ERR_NAME_NOT_RESOLVED",
      "ERR_EMPTY_RESPONSE",
      "ERR_CONNECTION_REFUSED",
      null,
    ]);
  });
});
