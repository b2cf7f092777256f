import { createServer } from "node:http";
import { join } from "node:path";
import { createCapture } from "#activities/browser/capture/capture.ts";
import { createBrowserPool } from "#activities/browser/pool/pool.ts";
import { createEgressPolicy } from "#egress/policy.ts";
import { createLogger } from "#telemetry/logger.ts";
import { serveNames } from "../egress/nameServer.ts";
import { jobRecord } from "../support/jobRecord.ts";

/*
 * Runs in a network namespace in which this process is the only name server.
 * Captures a page and prints all names that were looked up meanwhile, as JSON.
 */
const page = `<!doctype html><title>Names</title>
<link rel="dns-prefetch" href="//prefetched.example"><link rel="preconnect" href="http://preconnected.example">
<meta http-equiv="x-dns-prefetch-control" content="on"><a href="http://linked.example/">linked</a>
<script>
fetch("http://fetched.example/").catch(() => {});
new WebSocket("ws://socket.example/");
for (const iceServers of [[{ urls: "stun:stun.example:3478" }], [{ urls: "turn:turn.example:3478", username: "u", credential: "c" }]]) {
  const peer = new RTCPeerConnection({ iceServers, iceCandidatePoolSize: 2 });
  peer.createDataChannel("x");
  peer.createOffer().then((offer) => peer.setLocalDescription(offer));
}
</script>`;
const [executablePath = "", folder = ""] = process.argv.slice(2);
const names = await serveNames({ "page.example": { a: [[127, 0, 0, 1]] } });
const server = createServer((_request, response) => response.setHeader("content-type", "text/html").end(page));
await new Promise<void>((resolve) => server.listen(80, "127.0.0.1", resolve));
const logger = createLogger({ name: "probe", level: "silent" });
const pool = createBrowserPool({
  executablePath,
  // The process is root in the namespace, and Chromium's sandbox refuses root.
  sandbox: false,
  scratchDir: join(folder, "scratch"),
  policy: createEgressPolicy({ allow: "page.example:80,fetched.example:80,socket.example:80" }),
  logger,
  concurrency: 1,
});
await pool.start();
const { spec } = jobRecord({ accountId: "a", spec: { url: "http://page.example/", waitUntil: "networkidle0" } });
const request = { jobId: "j", accountId: "a", spec, headers: {}, cookies: [], texts: {}, probe: null };
await createCapture({ pool, logger }).capture(request, {
  signal: new AbortController().signal,
  onStage: () => undefined,
});
await pool.close();
server.close();
names.socket.close();
console.log(JSON.stringify([...names.asked()]));
process.exit(0);
