import { createServer as createHttpsServer } from "node:https";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { expect } from "chai";
import { ConnectFailed, EgressRefused, ProxyFailed } from "#egress/errors.ts";
import { createGuardedFetch, type GuardedFetch } from "#egress/fetch.ts";
import { openEgressPolicy } from "#egress/open.ts";
import { createEgressPolicy, type EgressPolicy, policyThrough } from "#egress/policy.ts";
import { parseProxyUrl, proxyOfService, type ProxyScheme, type UpstreamProxy } from "#egress/upstream.ts";
import { parseHostRules } from "#egress/hostRules.ts";
import {
  startHttpProxy,
  startLyingProxy,
  startSocksProxy,
  type TestProxy,
  type TestProxyOptions,
} from "../support/upstreamProxies.ts";
import { startTcpProxy } from "../support/tcpProxy.ts";
import { until } from "../support/until.ts";
import { companyCertificates, testCertificate } from "./certificate.ts";
import { insideHosts } from "./spellings.ts";
import {
  ask,
  closedPort,
  failureOf,
  listenTcp,
  openProxy,
  openTunnel,
  serveSite,
  serveTcp,
  stopAfterTest,
  stopAll,
} from "./support.ts";

const login = { user: "ann", password: "canary%p@ss:word" };
const schemes: ProxyScheme[] = ["http", "https", "socks5"];

describe("a proxy between the service and the hosts", () => {
  afterEach(stopAll);
  beforeEach(trustTestCertificate);

  for (const scheme of schemes) {
    describe(`of the scheme ${scheme}`, () => {
      it("gets the checked address of a plain page, and of one with TLS", async () => {
        const site = await serveSite((_, response) => response.end("plain"));
        const secure = createHttpsServer(testCertificate, (_, response) => response.end("secure"));
        const { port: securePort } = await listenTcp(secure, { port: 0, address: "127.0.0.1" });
        const proxy = await start(scheme);
        const fetch = fetchThrough(proxy, [site.port, securePort], { scheme });
        expect((await fetch(`http://site.example:${site.port}/`)).body.toString()).to.equal("plain");
        expect((await fetch(`https://site.example:${securePort}/`)).body.toString()).to.equal("secure");
        expect(proxy.asked).to.deep.equal([`127.0.0.1:${site.port}`, `127.0.0.1:${securePort}`]);
      });

      it("gets the name if it resolves names itself, and no name that the policy refuses", async () => {
        const site = await serveSite((_, response) => response.end("plain"));
        const proxy = await start(scheme);
        const policy = createEgressPolicy({
          allow: `site.example:${site.port},127.0.0.1:${proxy.port}`,
          lookup: () => Promise.reject(new Error("no name server")),
        });
        const fetch = openFetch(policyThrough(policy, upstream(proxy, { scheme, resolves: "proxy" })));
        expect((await fetch(`http://site.example:${site.port}/`)).body.toString()).to.equal("plain");
        for (const host of [...insideHosts, "intranet", "printer.local", "metadata.google.internal"]) {
          expect(await failureOf(fetch(`http://${host}:81/`)), host).to.be.instanceOf(EgressRefused);
        }
        expect(proxy.asked).to.deep.equal([`site.example:${site.port}`]);
      });

      it("gets its user and password, and no error has them", async () => {
        const site = await serveSite();
        const proxy = await start(scheme, { login });
        const fetch = fetchThrough(proxy, [site.port], { scheme, login });
        expect((await fetch(`http://site.example:${site.port}/`)).statusCode).to.equal(200);
        const wrong = { user: "ann", password: "canary-wrong" };
        const failure = await failureOf(
          fetchThrough(proxy, [site.port], { scheme, login: wrong })(`http://site.example:${site.port}/`),
        );
        expect(failure)
          .to.be.instanceOf(ProxyFailed)
          .with.property("message", 'Proxy "us" refused its user and password.');
        const without = await failureOf(
          fetchThrough(proxy, [site.port], { scheme })(`http://site.example:${site.port}/`),
        );
        expect(without).to.be.instanceOf(ProxyFailed);
        for (const error of [failure, without]) expect(wholeText(error)).not.to.include("canary");
      });

      it("may refuse a host, which is its own failure", async () => {
        const site = await serveSite();
        const proxy = await start(scheme, { onHost: () => "deny" });
        const failure = await failureOf(
          fetchThrough(proxy, [site.port], { scheme })(`http://site.example:${site.port}/`),
        );
        expect(failure).to.be.instanceOf(ProxyFailed);
      });

      it("is one that never answers, and fails in time", async () => {
        const site = await serveSite();
        const silent = await serveTcp(() => undefined);
        const policy = policyOf([site.port, silent.port]);
        const fetch = openFetch(policyThrough(policy, upstream(silent, { scheme })));
        const failure = await failureOf(fetch(`http://site.example:${site.port}/`, { timeoutMs: 300 }));
        expect(failure).to.have.property("name", "FetchTimedOut");
        expect(site.connections()).to.equal(0);
      });

      it("is slow, and carries the page all the same", async () => {
        const site = await serveSite((_, response) => response.end("late"));
        const proxy = await start(scheme);
        const slow = await startTcpProxy(`127.0.0.1:${proxy.port}`);
        stopAfterTest(() => slow.close());
        slow.set("slow");
        const port = Number(slow.address.split(":")[1]);
        const fetch = fetchThrough({ ...proxy, port }, [site.port], { scheme });
        expect((await fetch(`http://site.example:${site.port}/`)).body.toString()).to.equal("late");
        expect(proxy.asked).to.deep.equal([`127.0.0.1:${site.port}`]);
      });

      it("is dead, and nothing goes past it", async () => {
        const site = await serveSite();
        const dead = { port: await closedPort(), asked: [], stop: async () => undefined };
        const failure = await failureOf(
          fetchThrough(dead, [site.port], { scheme })(`http://site.example:${site.port}/`),
        );
        expect(failure).to.be.instanceOf(ProxyFailed).with.property("message", 'Proxy "us" can\'t be reached.');
        expect(site.connections()).to.equal(0);
      });

      it("may lie about addresses, which the certificate of a page with TLS reveals before anything is sent", async () => {
        let served = 0;
        const wrong = createHttpsServer(
          { cert: companyCertificates.cert, key: companyCertificates.key },
          () => (served += 1),
        );
        const { port } = await listenTcp(wrong, { port: 0, address: "127.0.0.1" });
        const liar = await startLyingProxy(scheme, port);
        stopAfterTest(() => liar.stop());
        const failure = await failureOf(fetchThrough(liar, [4_443], { scheme })("https://site.example:4443/"));
        expect(failure).to.be.instanceOf(ConnectFailed);
        expect(wholeText(failure)).to.match(/ERR_CERT_AUTHORITY_INVALID|UNABLE_TO_VERIFY|SELF_SIGNED/u);
        expect([liar.asked, served]).to.deep.equal([["127.0.0.1:4443"], 0]);
      });

      it("passes a browser's tunnels in both directions", async () => {
        const echo = await serveTcp((socket) => socket.pipe(socket));
        const proxy = await start(scheme);
        const jobProxy = await openProxy(policyThrough(policyOf([echo.port, proxy.port]), upstream(proxy, { scheme })));
        const { head, socket } = await openTunnel(jobProxy, `site.example:${echo.port}`);
        expect(head).to.match(/^HTTP\/1.1 200 /u);
        let bytes = 0;
        socket.on("data", (chunk: Buffer) => (bytes += chunk.length));
        socket.write("x".repeat(100_000));
        await until(async () => bytes === 100_000);
        expect(proxy.asked).to.deep.equal([`127.0.0.1:${echo.port}`]);
      });

      it("reaches nothing private, however the host is written", async () => {
        const proxy = await start(scheme);
        const jobProxy = await openProxy(policyThrough(policyOf([proxy.port]), upstream(proxy, { scheme })));
        for (const host of insideHosts) {
          if (!/[^!-~]/u.test(host)) {
            const { status } = await ask(jobProxy, `http://${host}:8099/`);
            expect(status, host).to.be.oneOf([403, 502]);
          }
          const { head } = await openTunnel(jobProxy, `${host}:8443`);
          expect(head, host).to.match(/^HTTP\/1.1 (?:400|403|502) /u);
        }
        expect(proxy.asked).to.deep.equal([]);
      });
    });
  }

  const statuses: [status: number, expected: typeof ConnectFailed | typeof ProxyFailed][] = [
    [502, ConnectFailed],
    [503, ConnectFailed],
    [504, ConnectFailed],
    [403, ProxyFailed],
    [407, ProxyFailed],
    [401, ProxyFailed],
    [500, ProxyFailed],
    [302, ProxyFailed],
  ];
  for (const [status, expected] of statuses) {
    it(`that answers ${status} is ${expected === ProxyFailed ? "itself the failure" : "not to blame"}`, async () => {
      const proxy = await serveTcp((socket) => {
        socket.once("data", () => socket.end(`HTTP/1.1 ${status} No\r\ncontent-length: 0\r\n\r\n`));
      });
      const policy = policyThrough(policyOf([81, proxy.port]), upstream(proxy, { scheme: "http" }));
      expect(await failureOf(openFetch(policy)("http://site.example:81/"))).to.be.instanceOf(expected);
    });
  }

  it("of SOCKS that can't reach a host is not to blame", async () => {
    const port = await closedPort();
    const failure = await failureOf(
      fetchThrough(await start("socks5"), [port], { scheme: "socks5" })(`http://site.example:${port}/`),
    );
    expect(failure).to.be.instanceOf(ConnectFailed).with.nested.property("cause.code", "ECONNREFUSED");
  });

  it("gives a page the verdict and the name of the proxy that failed", async () => {
    const dead = { port: await closedPort(), asked: [], stop: async () => undefined };
    const site = await serveSite();
    const jobProxy = await openProxy(
      policyThrough(policyOf([site.port, dead.port]), upstream(dead, { scheme: "http" })),
    );
    const { status } = await ask(jobProxy, `http://site.example:${site.port}/`);
    expect(status).to.equal(502);
    expect(jobProxy.verdictFor("site.example")).to.equal("proxy");
    expect(jobProxy.errorNameFor("site.example")).to.equal('Proxy "us" can\'t be reached.');
  });

  it("of an account is reached by the account's rules: not at a private address", async () => {
    const proxy = await start("http");
    const site = await serveSite();
    const failure = await failureOf(
      openFetch(policyThrough(policyOf([site.port]), upstream(proxy, { scheme: "http" })))(
        `http://site.example:${site.port}/`,
      ),
    );
    expect(failure).to.be.instanceOf(ProxyFailed).with.property("message").that.includes("WATCHFRAME_EGRESS_ALLOW");
    expect(proxy.asked).to.deep.equal([]);
  });

  it("of the service may be private, is no page for anybody, and carries the proxies of accounts", async () => {
    const [outer, inner, site] = [await start("http"), await start("socks5"), await serveSite()];
    const proxy = proxyOfService(`http://127.0.0.1:${outer.port}`, "here");
    if (proxy === null) throw new Error("no proxy");
    const policy = createEgressPolicy({
      allow: `127.0.0.1:${site.port},127.0.0.1:${inner.port}`,
      lookup: async () => ["127.0.0.1"],
      upstream: { proxy, isExempt: parseHostRules("WATCHFRAME_EGRESS_NO_PROXY", "direct.example") },
    });
    const fetch = openFetch(policy);
    await fetch(`http://site.example:${site.port}/`);
    expect(outer.asked).to.deep.equal([`127.0.0.1:${site.port}`]);
    await fetch(`http://direct.example:${site.port}/`);
    expect(outer.asked).to.have.length(1);
    expect(await failureOf(fetch(`http://127.0.0.1:${outer.port}/`))).to.be.instanceOf(EgressRefused);
    await openFetch(policyThrough(policy, upstream(inner, { scheme: "socks5" })))(`http://site.example:${site.port}/`);
    expect(outer.asked).to.deep.equal([`127.0.0.1:${site.port}`, `127.0.0.1:${inner.port}`]);
    expect(inner.asked).to.deep.equal([`127.0.0.1:${site.port}`]);
  });
});

describe("the settings of a program", () => {
  afterEach(stopAll);

  it("send its requests through the service's proxy, but those that WATCHFRAME_EGRESS_NO_PROXY names", async () => {
    const [proxy, site] = [await start("http", { login }), await serveSite()];
    const url = `http://127.0.0.1:${site.port}/`;
    const env = {
      WATCHFRAME_EGRESS_ALLOW: `127.0.0.1:${site.port}`,
      WATCHFRAME_EGRESS_PROXY: `http://ann:${encodeURIComponent(login.password)}@127.0.0.1:${proxy.port}`,
      WATCHFRAME_EGRESS_PROXY_RESOLVES: "here" as const,
    };
    const through = openFetch(openEgressPolicy({ ...env, WATCHFRAME_EGRESS_NO_PROXY: "" }));
    expect((await through(url)).statusCode).to.equal(200);
    expect(proxy.asked).to.deep.equal([`127.0.0.1:${site.port}`]);
    const past = openFetch(openEgressPolicy({ ...env, WATCHFRAME_EGRESS_NO_PROXY: "127.0.0.0/8" }));
    expect((await past(url)).statusCode).to.equal(200);
    expect(proxy.asked).to.have.length(1);
  });
});

describe("the address of a proxy", () => {
  const proxies: [text: string, expected: object | null][] = [
    ["http://proxy.example", { scheme: "http", host: "proxy.example", port: 80, login: null }],
    ["https://proxy.example", { scheme: "https", host: "proxy.example", port: 443, login: null }],
    ["socks5://proxy.example", { scheme: "socks5", host: "proxy.example", port: 1080, login: null }],
    ["SOCKS5://Proxy.Example:9/", { scheme: "socks5", host: "proxy.example", port: 9, login: null }],
    ["socks5://[::1]:9", { scheme: "socks5", host: "::1", port: 9, login: null }],
    [
      "http://a:b%40c@p.example:1",
      { scheme: "http", host: "p.example", port: 1, login: { user: "a", password: "b@c" } },
    ],
    ["http://a@p.example", { scheme: "http", host: "p.example", port: 80, login: { user: "a", password: "" } }],
    ["socks4://proxy.example", null],
    ["proxy.example:3128", null],
    ["http://proxy.example/path", null],
    ["http://proxy.example/?q", null],
    ["http://a:%zz@proxy.example", null],
    ["socks5://", null],
    [`socks5://${"a".repeat(256)}@proxy.example`, null],
  ];
  for (const [text, expected] of proxies) {
    it(`${text.slice(0, 60)} is ${expected === null ? "none" : "read"}`, () =>
      expect(parseProxyUrl(text)).to.deep.equal(expected));
  }

  it("of the settings is not repeated by the error", () => {
    expect(() => proxyOfService("ftp://ann:canary@proxy.example", "here"))
      .to.throw("WATCHFRAME_EGRESS_PROXY")
      .with.property("message")
      .not.includes("canary");
    expect(proxyOfService("", "here")).to.equal(null);
  });
});

describe("hosts that do without the proxy", () => {
  const isExempt = parseHostRules(
    "WATCHFRAME_EGRESS_NO_PROXY",
    " corp.example, .sub.test,*.star.test,10.0.0.0/8, 192.0.2.7:8080,[2001:db8::]:1, port.test:81",
  );
  const hosts: [host: string, port: number, expected: boolean][] = [
    ["corp.example", 80, true],
    ["a.b.corp.example", 443, true],
    ["notcorp.example", 80, false],
    ["x.sub.test", 80, true],
    ["sub.test", 80, true],
    ["x.star.test", 80, true],
    ["10.255.1.1", 80, true],
    ["11.0.0.1", 80, false],
    ["192.0.2.7", 8080, true],
    ["192.0.2.7", 80, false],
    ["2001:db8::", 1, true],
    ["port.test", 81, true],
    ["port.test", 80, false],
  ];
  for (const [host, port, expected] of hosts) {
    it(`${host}:${port} ${expected ? "does" : "does not"}`, () => expect(isExempt(host, port)).to.equal(expected));
  }

  it("are all for a star, and none for nothing", () => {
    expect(parseHostRules("WATCHFRAME_EGRESS_NO_PROXY", "*")("any.example", 80)).to.equal(true);
    expect(parseHostRules("WATCHFRAME_EGRESS_NO_PROXY", "")("any.example", 80)).to.equal(false);
  });

  for (const entry of ["10.0.0.0/33", "a b", "10.0.0.0/x", "http://corp.example"]) {
    it(`are not ${entry}`, () =>
      expect(() => parseHostRules("WATCHFRAME_EGRESS_NO_PROXY", entry)).to.throw("WATCHFRAME_EGRESS_NO_PROXY"));
  }
});

async function start(scheme: ProxyScheme, options: TestProxyOptions = {}): Promise<TestProxy> {
  const proxy = await (scheme === "socks5" ? startSocksProxy(options) : startHttpProxy(scheme, options));
  stopAfterTest(() => proxy.stop());
  return proxy;
}

function upstream(
  { port }: { port: number },
  more: Pick<UpstreamProxy, "scheme"> & Partial<UpstreamProxy>,
): UpstreamProxy {
  return { label: 'proxy "us"', host: "127.0.0.1", port, login: null, resolves: "here", ...more };
}

function policyOf(ports: number[]): EgressPolicy {
  return createEgressPolicy({
    allow: ports.map((port) => `127.0.0.1:${port}`).join(","),
    lookup: async () => ["127.0.0.1"],
  });
}

function fetchThrough(
  proxy: TestProxy,
  ports: number[],
  more: Pick<UpstreamProxy, "scheme"> & Partial<UpstreamProxy>,
): GuardedFetch {
  return openFetch(policyThrough(policyOf([...ports, proxy.port]), upstream(proxy, more)));
}

function openFetch(policy: EgressPolicy): GuardedFetch {
  const fetch = createGuardedFetch(policy);
  stopAfterTest(() => fetch.close());
  return fetch;
}

/** The messages and stacks of an error and its causes. */
function wholeText(error: unknown): string {
  if (!(error instanceof Error)) return JSON.stringify(error) ?? "";
  return `${error.stack} ${JSON.stringify(error)} ${wholeText(error.cause)}`;
}

function trustTestCertificate(): void {
  const before = getCACertificates("default");
  setDefaultCACertificates([...before, testCertificate.cert]);
  stopAfterTest(() => setDefaultCACertificates(before));
}
