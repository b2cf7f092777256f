import { createSocket } from "node:dgram";
import { createServer, type RequestListener } from "node:http";
import { closeServer, listen } from "./listen.ts";

/** JavaScript condition that holds in the page when all attempts were made and had their time. */
export const hostileDone = "window.hostileDone === true";

/** Milliseconds the attempts get before the page reports that it is done. Chosen by eye. */
const attemptsMs = 1_500;

/** All spellings of a canary's address that a browser understands. */
export function canaryOrigins({ http4, http6 }: CanaryTargets): string[] {
  const four = [
    "127.0.0.1",
    "localhost",
    "2130706433",
    "0x7f.1",
    "0177.0.0.1",
    "127.1",
    "0",
    "[::ffff:127.0.0.1]",
    "[::ffff:7f00:1]",
  ];
  const origins = four.map((host) => `${host}:${http4}`);
  return http6 === null ? origins : [...origins, `[::1]:${http6}`];
}

/**
 * A page that tries to reach the canaries in every way that a page has. Serve it from a secure origin, such as loopback,
 * together with `/hostile-worker.js`. Its text can also be loaded alone, without service and shared workers. The page is done
 * when `hostileDone` holds.
 */
export function hostilePage(targets: CanaryTargets): string {
  const origins = canaryOrigins(targets);
  return `<!doctype html><html><head><meta charset="utf-8"><title>hostile</title>
${origins.map(head).join("\n")}
</head><body>
${origins.map(body).join("\n")}
<script>
const origins = ${JSON.stringify(origins)}, udp = ${targets.udp}, workerText = ${JSON.stringify(hostileWorker(targets))};
${script}
</script></body></html>`;
}

/** The script of the page's workers, served at `/hostile-worker.js` of the page's origin. */
function hostileWorker(targets: CanaryTargets): string {
  return `const origins = ${JSON.stringify(canaryOrigins(targets))};
const attempt = () => { for (const origin of origins) {
  fetch("http://" + origin + "/worker-fetch", { mode: "no-cors" }).catch(() => {});
  try { new WebSocket("ws://" + origin + "/worker-socket"); } catch {}
} };
attempt();
self.addEventListener("install", attempt);
self.addEventListener("activate", attempt);
self.addEventListener("connect", attempt);
try { importScripts("http://" + origins[0] + "/import-scripts"); } catch {}
`;
}

function head(origin: string): string {
  return `<link rel="preconnect" href="http://${origin}"><link rel="preload" as="image" href="http://${origin}/preload">
<link rel="prefetch" href="http://${origin}/prefetch"><link rel="stylesheet" href="http://${origin}/style">
<link rel="icon" href="http://${origin}/icon"><link rel="manifest" href="http://${origin}/manifest">
<script async src="http://${origin}/script"></script><script type="module" src="http://${origin}/module"></script>
<script type="speculationrules">{"prefetch":[{"source":"list","urls":["http://${origin}/speculation"]}],"prerender":[{"source":"list","urls":["http://${origin}/prerender"]}]}</script>
<style>@font-face{font-family:f${origin.length};src:url(http://${origin}/font)} body{background:url(http://${origin}/background);font-family:f${origin.length}} @import url(http://${origin}/import);</style>`;
}

function body(origin: string): string {
  return `<img src="http://${origin}/img" alt="x"><img srcset="http://${origin}/srcset 1x" alt=""><iframe src="http://${origin}/iframe"></iframe>
<iframe srcdoc="<img src='http://${origin}/srcdoc'>"></iframe><object data="http://${origin}/object"></object><embed src="http://${origin}/embed">
<video src="http://${origin}/video" poster="http://${origin}/poster" preload="auto"></video><audio src="http://${origin}/audio" preload="auto"></audio>
<iframe name="form-${origin}"></iframe><form method="post" target="form-${origin}" action="http://${origin}/form"><input name="a" value="b"></form>
<a ping="http://${origin}/ping" href="#x">x</a>`;
}

// Plain script text, as it runs only in the page. Each line is one way to connect.
const script = `
const quietly = (attempt) => { try { const made = attempt(); if (made && made.catch) made.catch(() => {}); } catch {} };
for (const origin of origins) {
  const http = "http://" + origin;
  quietly(() => fetch(http + "/fetch", { mode: "no-cors" }));
  quietly(() => fetch(http + "/fetch-cors", { method: "PUT", body: "x", headers: { "x-a": "b" } }));
  quietly(() => fetch(http + "/keepalive", { mode: "no-cors", method: "POST", keepalive: true, body: "x" }));
  quietly(() => fetchLater(http + "/later", { activateAfter: 0 }));
  quietly(() => { const xhr = new XMLHttpRequest(); xhr.open("GET", http + "/xhr"); xhr.send(); });
  quietly(() => navigator.sendBeacon(http + "/beacon", "x"));
  quietly(() => new EventSource(http + "/events"));
  quietly(() => new WebSocket("ws://" + origin + "/socket"));
  quietly(() => new WebTransport("https://" + origin + "/transport"));
  quietly(() => import(http + "/dynamic-import"));
  quietly(() => window.open(http + "/popup"));
  quietly(() => { new Image().src = "https://" + origin + "/tls"; });
  quietly(() => new Worker(URL.createObjectURL(new Blob([workerText], { type: "text/javascript" }))));
}
for (const form of document.forms) quietly(() => form.submit());
for (const link of document.querySelectorAll("a[ping]")) quietly(() => link.click());
quietly(() => new SharedWorker("/hostile-worker.js"));
quietly(() => navigator.serviceWorker.register("/hostile-worker.js"));
for (const host of ["127.0.0.1", "localhost"]) quietly(() => {
  const iceServers = [{ urls: "stun:" + host + ":" + udp }];
  for (const transport of ["udp", "tcp"]) iceServers.push({ urls: "turn:" + host + ":" + (transport === "udp" ? udp : origins[0].split(":")[1]) + "?transport=" + transport, username: "u", credential: "c" });
  const peer = new RTCPeerConnection({ iceServers, iceCandidatePoolSize: 2 });
  peer.createDataChannel("x");
  return peer.createOffer().then((offer) => peer.setLocalDescription(offer));
});
setTimeout(() => { window.hostileDone = true; }, ${attemptsMs});
`;

/** Ports of the canaries, which no page may ever reach. `http6` is null on machines without ::1. */
export type CanaryTargets = { http4: number; http6: number | null; udp: number };

/** Hits on the canaries: TCP connections, UDP datagrams and HTTP requests. */
type CanaryHits = { tcp: number; udp: number; requests: string[] };

/** Servers that count their hits. */
export type Canaries = {
  targets: CanaryTargets;
  hits(): CanaryHits;
  close(): Promise<void>;
};

/** Opens HTTP canaries on 127.0.0.1 and ::1, and a UDP canary on 127.0.0.1. */
export async function openCanaries(): Promise<Canaries> {
  const hits: CanaryHits = { tcp: 0, udp: 0, requests: [] };
  const onRequest: RequestListener = (request, response) => {
    hits.requests.push(`${request.method} ${request.url}`);
    response.writeHead(200, { "access-control-allow-origin": "*" });
    response.end("canary");
  };
  const servers = [createServer(onRequest), createServer(onRequest)] as const;
  for (const server of servers) server.on("connection", () => (hits.tcp += 1));
  const http4 = await listen(servers[0], "127.0.0.1");
  const http6 = await listen(servers[1], "::1").catch(noIpv6);
  const udp = createSocket("udp4", () => (hits.udp += 1));
  await new Promise<void>((resolve) => udp.bind(0, "127.0.0.1", resolve));
  return {
    targets: { http4, http6, udp: udp.address().port },
    hits: () => ({ ...hits, requests: [...hits.requests] }),
    async close() {
      await new Promise<void>((resolve) => udp.close(() => resolve()));
      await Promise.all(servers.map(closeServer));
    },
  };
}

function noIpv6(error: unknown): null {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (code === "EADDRNOTAVAIL" || code === "EAFNOSUPPORT") return null;
  throw error;
}

/** The servers of the self-test at start-up: canaries and the hostile page. */
export type SelfTest = {
  /** The hostile page. Load it through a proxy with `createEgressPolicy({ allow })`, then wait for `hostileDone`. */
  url: string;
  /** The page's own `host:port`. Allow no other. */
  allow: string;
  /** Number of requests for the page; zero means that the test did not run. */
  served(): number;
  /** Hits on the canaries. Any hit is a leak, and the worker must not become ready. */
  hits(): CanaryHits;
  close(): Promise<void>;
};

/** Opens canaries and serves the hostile page, all on loopback. */
export async function openSelfTest(): Promise<SelfTest> {
  const canaries = await openCanaries();
  let servedCount = 0;
  const server = createServer((request, response) => {
    const worker = request.url === "/hostile-worker.js";
    if (request.url === "/") servedCount += 1;
    response.writeHead(200, { "content-type": worker ? "text/javascript" : "text/html; charset=utf-8" });
    response.end(worker ? hostileWorker(canaries.targets) : hostilePage(canaries.targets));
  });
  const port = await listen(server, "127.0.0.1");
  return {
    url: `http://127.0.0.1:${port}/`,
    allow: `127.0.0.1:${port}`,
    served: () => servedCount,
    hits: canaries.hits,
    async close() {
      await closeServer(server);
      await canaries.close();
    },
  };
}
