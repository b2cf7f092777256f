import { createServer as createHttpsServer } from "node:https";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { expect } from "chai";
import { ConnectFailed, EgressRefused, NameNotResolved } from "#egress/errors.ts";
import {
  createGuardedFetch,
  FetchFailed,
  FetchTimedOut,
  type GuardedFetch,
  type GuardedRequest,
  type GuardedResponse,
} from "#egress/fetch.ts";
import type { EgressPolicyOptions } from "#egress/policy.ts";
import { testCertificate } from "./certificate.ts";
import { withOwnTime } from "../support/ownTime.ts";
import { insideHosts, unreadableUrls } from "./spellings.ts";
import {
  closedPort,
  failureOf,
  listenTcp,
  openPolicy,
  serveSite,
  serveTcp,
  stopAfterTest,
  stopAll,
} from "./support.ts";

function openFetch(ports: number[], options: Partial<EgressPolicyOptions> = {}): GuardedFetch {
  const fetch = createGuardedFetch(openPolicy(ports, options));
  stopAfterTest(() => fetch.close());
  return fetch;
}

describe("the guarded fetch", () => {
  afterEach(stopAll);

  it("sends what it is given and nothing else, to the name", async () => {
    let seen: string[] = [];
    const site = await serveSite((request, response) => {
      seen = request.rawHeaders;
      request.pipe(response.writeHead(202, { "x-a": "1", "set-cookie": "a=1" }));
    });
    const fetch = openFetch([site.port]);
    const url = `http://site.example:${site.port}/hook?x`;
    const hook: GuardedRequest = { method: "POST", headers: { "webhook-id": "evt_1" }, body: "payload" };
    const answer: GuardedResponse = await fetch(url, hook);
    expect([answer.statusCode, answer.body.toString(), answer.truncated, answer.headers["x-a"]]).to.deep.equal([
      202,
      "payload",
      false,
      "1",
    ]);
    await fetch(url, { headers: { "webhook-id": "evt_2" } });
    expect(seen).to.deep.equal([
      "host",
      `site.example:${site.port}`,
      "connection",
      "keep-alive",
      "webhook-id",
      "evt_2",
    ]);
    expect(site.requests).to.deep.equal(["POST /hook?x", "GET /hook?x"]);
  });

  it("keeps a body of exactly the cap whole", async () => {
    const site = await serveSite((_, response) => response.end("12345"));
    const answer = await openFetch([site.port])(`http://site.example:${site.port}/`, { maxBodyBytes: 5 });
    expect([answer.body.toString(), answer.truncated]).to.deep.equal(["12345", false]);
  });

  it("ignores proxy variables of the environment", async () => {
    const site = await serveSite();
    const canary = await serveSite();
    process.env["HTTP_PROXY"] = process.env["http_proxy"] = `http://127.0.0.1:${canary.port}`;
    stopAfterTest(() => {
      delete process.env["HTTP_PROXY"];
      delete process.env["http_proxy"];
    });
    expect((await openFetch([site.port])(`http://site.example:${site.port}/`)).statusCode).to.equal(200);
    expect(canary.connections()).to.equal(0);
  });

  it("checks the certificate against the name, over the checked address", async () => {
    const names: (string | false)[] = [];
    const server = createHttpsServer(testCertificate, (_, response) => response.end("secure"));
    server.on("secureConnection", (socket) => names.push(socket.servername ?? false));
    const site = await listenTcp(server, { port: 0, address: "127.0.0.1" });
    const untrusted = await failureOf(openFetch([site.port])(`https://site.example:${site.port}/`));
    expect(untrusted).to.be.instanceOf(ConnectFailed).with.nested.property("cause.code", "DEPTH_ZERO_SELF_SIGNED_CERT");
    trustTestCertificate();
    const fetch = openFetch([site.port]);
    for (const host of ["site.example", "127.0.0.1"])
      expect((await fetch(`https://${host}:${site.port}/`)).body.toString(), host).to.equal("secure");
    const other = await failureOf(fetch(`https://other.example:${site.port}/`));
    expect(other).to.be.instanceOf(ConnectFailed).with.nested.property("cause.code", "ERR_TLS_CERT_ALTNAME_INVALID");
    expect(names).to.include.members(["site.example", false]).and.not.include("127.0.0.1");
  });
});

describe("the guarded fetch: bounds", () => {
  afterEach(stopAll);

  it("reads an endless body up to the cap, and cuts the connection", async () => {
    const gone = Promise.withResolvers<void>();
    const site = await serveSite((_, response) => {
      const more = () => void (response.destroyed || response.write(Buffer.alloc(65_536, "x"), more));
      response.once("close", gone.resolve);
      more();
    });
    const answer = await openFetch([site.port])(`http://site.example:${site.port}/`, { maxBodyBytes: 1_000 });
    expect([answer.statusCode, answer.body.length, answer.truncated]).to.deep.equal([200, 1_000, true]);
    await gone.promise;
  });

  it("stops at an answer that drips, one that never comes, and one that never ends", async () => {
    const site = await serveTcp((socket) =>
      socket.once("data", (request) => {
        if (String(request).startsWith("GET /silent")) return;
        const head = "HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n";
        const text = String(request).startsWith("GET /drip") ? head : `${head}half`;
        const timer = setInterval(() => socket.write(text[sent++] ?? "x"), 2);
        let sent = 0;
        socket.once("close", () => clearInterval(timer));
        socket.on("end", () => socket.end());
      }),
    );
    const fetch = openFetch([site.port]);
    for (const path of ["/silent", "/drip", "/half"]) {
      const asking = failureOf(fetch(`http://site.example:${site.port}${path}`, { timeoutMs: 60 }));
      const [error, ownMs] = await withOwnTime(asking);
      expect(error, path).to.be.instanceOf(FetchTimedOut);
      expect(ownMs, path).to.be.below(500);
    }
  });

  it("stops in time at a name server that is silent", async () => {
    const fetch = openFetch([], { lookup: () => new Promise(() => {}), lookupTimeoutMs: 500 });
    expect(await failureOf(fetch("http://site.example/", { timeoutMs: 20 }))).to.be.instanceOf(FetchTimedOut);
  });

  it("stops when it is aborted", async () => {
    const site = await serveTcp((socket) => socket.resume());
    const controller = new AbortController();
    const reason = new Error("off");
    const asked = failureOf(openFetch([site.port])(`http://site.example:${site.port}/`, { signal: controller.signal }));
    controller.abort(reason);
    expect(await asked).to.equal(reason);
  });

  it("fails on heads of megabytes, on bytes that are not HTTP, and on a host that breaks off", async () => {
    const site = await serveTcp((socket) =>
      socket.once("data", (request) => {
        const path = String(request).split(" ")[1];
        if (path === "/head") socket.write(`HTTP/1.1 200 OK\r\nX: ${"x".repeat(10_000_000)}\r\n\r\n`);
        else if (path === "/ssh") socket.write("SSH-2.0-OpenSSH\r\n\r\n");
        else socket.resetAndDestroy();
      }),
    );
    const fetch = openFetch([site.port]);
    for (const path of ["/head", "/ssh", "/reset"])
      expect(await failureOf(fetch(`http://site.example:${site.port}${path}`)), path).to.be.instanceOf(FetchFailed);
  });
});

describe("the guarded fetch: refusals", () => {
  afterEach(stopAll);

  for (const status of [301, 302, 303, 307, 308])
    it(`reports a ${status} to a private address and does not follow it`, async () => {
      const canary = await serveSite();
      const site = await serveSite((_, response) =>
        response.writeHead(status, { location: `http://127.0.0.1:${canary.port}/` }).end(),
      );
      const answer = await openFetch([site.port])(`http://site.example:${site.port}/`, { method: "POST", body: "x" });
      expect([answer.statusCode, canary.connections()]).to.deep.equal([status, 0]);
    });

  it("distinguishes an unknown name from a closed port, without an address", async () => {
    const port = await closedPort();
    const fetch = openFetch([port], { lookup: async (name) => (name === "none.example" ? [] : ["127.0.0.1"]) });
    const unknown = await failureOf(fetch(`http://none.example:${port}/`));
    const shut = await failureOf(fetch(`http://shut.example:${port}/`));
    expect(unknown).to.be.instanceOf(NameNotResolved);
    expect(shut).to.be.instanceOf(ConnectFailed);
    expect(`${String(unknown)} ${String(shut)}`).not.to.match(/\d/);
  });

  for (const host of insideHosts)
    it(`refuses ${host}`, async () => {
      const canary = await serveSite();
      const error = await failureOf(openFetch([])(`http://${host}:${canary.port}/`));
      expect(error).to.be.instanceOf(EgressRefused);
      expect(String(error)).not.to.match(/\d/);
      expect(canary.connections()).to.equal(0);
    });

  for (const url of [...unreadableUrls, "file:///etc/passwd", "http://a:b@site.example/", "ftp://site.example/"])
    it(`refuses ${JSON.stringify(url.slice(0, 60))}`, async () => {
      expect(await failureOf(openFetch([])(url))).to.be.instanceOf(EgressRefused);
    });
});

/** Lasts until the end of the test. */
function trustTestCertificate(): void {
  const before = getCACertificates("default");
  setDefaultCACertificates([...before, testCertificate.cert]);
  stopAfterTest(() => setDefaultCACertificates(before));
}
