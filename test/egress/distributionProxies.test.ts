import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, writeFile } from "node:fs/promises";
import { createServer as createHttpsServer } from "node:https";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { createServer as createTlsServer, getCACertificates, setDefaultCACertificates } from "node:tls";
import { expect } from "chai";
import { ConnectFailed, EgressRefused, ProxyFailed } from "#egress/errors.ts";
import { createGuardedFetch, type GuardedFetch } from "#egress/fetch.ts";
import { type EgressPolicy, policyThrough } from "#egress/policy.ts";
import type { ProxyScheme, UpstreamProxy } from "#egress/upstream.ts";
import { freePorts } from "#stack/supervisor/processes.ts";
import { proxyPaths } from "../support/provisioned.ts";
import { until } from "../support/until.ts";
import { testCertificate } from "./certificate.ts";
import { insideHosts } from "./spellings.ts";
import {
  closedPort,
  failureOf,
  listenTcp,
  openPolicy,
  openProxy,
  openTunnel,
  serveSite,
  stopAfterTest,
  stopAll,
} from "./support.ts";

const login = { user: "ann", password: "canary-word" };
type Login = typeof login | null;

/** Proxies by other people than those of the client: tinyproxy, the same behind TLS, and microsocks. */
describe("a proxy of the distribution", function () {
  this.timeout(30_000);
  const trusted = getCACertificates("default");
  beforeEach(() => setDefaultCACertificates([...trusted, testCertificate.cert]));
  afterEach(async () => {
    setDefaultCACertificates(trusted);
    await stopAll();
  });

  for (const scheme of ["http", "https", "socks5"] as const) {
    for (const needed of [null, login]) {
      describe(`of the scheme ${scheme} ${needed === null ? "without" : "with"} a log-in`, () => {
        it("carries plain pages, pages with TLS and a browser's tunnels", async () => {
          const site = await serveSite((_, response) => response.end("plain"));
          const secure = createHttpsServer(testCertificate, (_, response) => response.end("secure"));
          const { port } = await listenTcp(secure, { port: 0, address: "127.0.0.1" });
          const policy = await policyBehind(scheme, { needed, ports: [site.port, port] });
          const fetch = openFetch(policy);
          expect((await fetch(`http://site.example:${site.port}/`)).body.toString()).to.equal("plain");
          expect((await fetch(`https://site.example:${port}/`)).body.toString()).to.equal("secure");
          const { head } = await openTunnel(await openProxy(policy), `site.example:${port}`);
          expect(head).to.match(/^HTTP\/1.1 200 /u);
        });

        it("is asked for nothing private", async () => {
          const policy = await policyBehind(scheme, { needed, ports: [] });
          const jobProxy = await openProxy(policy);
          for (const host of insideHosts) {
            const { head } = await openTunnel(jobProxy, `${host}:8443`);
            expect(head, host).to.match(/^HTTP\/1.1 (?:400|403|502) /u);
          }
          expect(await failureOf(openFetch(policy)("http://127.0.0.1:8099/"))).to.be.instanceOf(EgressRefused);
        });

        if (needed !== null) {
          it("says that a log-in is wrong or missing, which is the proxy's failure and has no password", async () => {
            const site = await serveSite();
            for (const given of [{ ...login, password: "canary-wrong" }, null]) {
              const policy = await policyBehind(scheme, { needed, given, ports: [site.port] });
              const failure = await failureOf(openFetch(policy)(`http://site.example:${site.port}/`));
              expect(failure).to.be.instanceOf(ProxyFailed);
              expect(failure)
                .to.have.property("message")
                .that.includes(given === null ? "asks for a user and a password" : "refused its user and password");
              expect(String(failure instanceof Error && failure.stack)).to.not.include("canary");
            }
            expect(site.connections()).to.equal(0);
          });
        }
      });
    }
  }

  it("of SOCKS5 that can't reach a host is not to blame", async () => {
    const port = await closedPort();
    const policy = await policyBehind("socks5", { needed: null, ports: [port] });
    expect(await failureOf(openFetch(policy)(`http://site.example:${port}/`))).to.be.instanceOf(ConnectFailed);
  });
});

type Behind = { needed: Login; given?: Login; ports: number[] };

/** A policy whose connections go through a proxy that demands the log-in `needed` and gets `given`, by default the same. */
async function policyBehind(scheme: ProxyScheme, { needed, given = needed, ports }: Behind): Promise<EgressPolicy> {
  const inner = await (scheme === "socks5" ? startMicrosocks(needed) : startTinyproxy(needed));
  const port = scheme === "https" ? await startTlsFront(inner) : inner;
  const proxy: UpstreamProxy = { label: 'proxy "us"', scheme, host: "127.0.0.1", port, login: given, resolves: "here" };
  return policyThrough(openPolicy([...ports, port]), proxy);
}

async function startTinyproxy(needed: Login): Promise<number> {
  const [port = 0] = await freePorts(1);
  const file = path.join(await mkdtemp(path.join(tmpdir(), "watchframe-test-")), "tinyproxy.conf");
  const auth = needed === null ? [] : [`BasicAuth ${needed.user} ${needed.password}`];
  await writeFile(file, [`Port ${port}`, "Listen 127.0.0.1", "Timeout 60", "MaxClients 20", ...auth, ""].join("\n"));
  return startProgram(spawn(proxyPaths().http, ["-d", "-c", file], { stdio: "ignore" }), port);
}

async function startMicrosocks(needed: Login): Promise<number> {
  const [port = 0] = await freePorts(1);
  const auth = needed === null ? [] : ["-u", needed.user, "-P", needed.password];
  const args = ["-i", "127.0.0.1", "-p", String(port), ...auth];
  return startProgram(spawn(proxyPaths().socks5, args, { stdio: "ignore" }), port);
}

/** Returns the port once the program listens. It ends after the test. */
async function startProgram(program: ChildProcess, port: number): Promise<number> {
  const ended = once(program, "exit");
  stopAfterTest(async () => {
    program.kill();
    await ended;
  });
  await until(() => listens(port));
  return port;
}

async function listens(port: number): Promise<boolean> {
  const socket = connect(port, "127.0.0.1");
  const { promise, resolve } = Promise.withResolvers<boolean>();
  socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
  const isOpen = await promise;
  socket.destroy();
  return isOpen;
}

/** A server that takes TLS off, in front of a proxy. */
async function startTlsFront(inner: number): Promise<number> {
  const front = createTlsServer(testCertificate, (client) => {
    const proxy = connect(inner, "127.0.0.1");
    for (const socket of [client, proxy]) socket.on("error", () => socket.destroy());
    client.pipe(proxy).pipe(client);
  });
  return (await listenTcp(front, { port: 0, address: "127.0.0.1" })).port;
}

function openFetch(policy: EgressPolicy): GuardedFetch {
  const fetch = createGuardedFetch(policy);
  stopAfterTest(() => fetch.close());
  return fetch;
}
