import type { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { defaultConnectTimeoutMs } from "./dial.ts";
import { dialHost, type Target } from "./dialHost.ts";
import { unreachedReasonOf } from "./errors.ts";
import { hopByHop } from "./headers.ts";
import type { ProxyVerdict } from "./meter.ts";
import { parseAuthority } from "./names.ts";
import { portOf } from "./policy.ts";
import { refuseTunnel, type Session, track, verdictOf } from "./proxyReplies.ts";

/** A request that takes over its connection. `head` has the bytes that followed it. */
export type Takeover = { request: IncomingMessage; client: Duplex; head: Buffer };

/** Serves CONNECT: dials the host by the policy and passes bytes in both directions. Each direction ends independently. */
export async function tunnel(session: Session, { request, client, head }: Takeover): Promise<void> {
  const authority = parseAuthority(request.url ?? "");
  const target = authority === null ? null : { host: authority.host.host, port: authority.port };
  const upstream = await open(session, target, client);
  if (upstream === null) return;
  client.write("HTTP/1.1 200 Connection Established\r\n\r\n");
  splice(session, { client, upstream }, head);
}

/** Serves a WebSocket handshake in absolute form. It sends the request in origin form and then tunnels. */
export async function upgrade(session: Session, { request, client, head }: Takeover): Promise<void> {
  const url = URL.parse(request.url ?? "");
  const plain = url !== null && (url.protocol === "http:" || url.protocol === "ws:");
  const upstream = await open(session, plain ? { host: url.hostname, port: portOf(url) } : null, client);
  if (upstream === null || url === null) return;
  splice(session, { client, upstream }, Buffer.concat([handshake(request, url), head]));
}

/** A connection to the target within the budget. Null if the request was refused, or the client has gone. */
async function open(session: Session, target: Target | null, client: Duplex): Promise<Socket | null> {
  const { meter, policy } = session;
  const clientEnd = new AbortController();
  client.once("close", () => clientEnd.abort());
  client.on("error", () => clientEnd.abort());
  const refuse = (verdict: ProxyVerdict, errorName: string | null = null) => {
    meter.refuse(target?.host ?? "", verdict, { malformed: target === null, errorName });
    refuseTunnel(client, verdict);
    return null;
  };
  if (target === null) return refuse("refused");
  if (!meter.admit() || !meter.openTunnel()) return refuse("budget");
  client.once("close", meter.closeTunnel);
  try {
    const options = { timeoutMs: defaultConnectTimeoutMs, signal: clientEnd.signal, halfOpen: true };
    const upstream = await dialHost(policy, target, options);
    if (!track(session, upstream)) return refuse("budget");
    meter.reached(target.host);
    return upstream;
  } catch (error) {
    return clientEnd.signal.aborted ? null : refuse(verdictOf(error), unreachedReasonOf(error));
  }
}

function handshake(request: IncomingMessage, url: URL): Buffer {
  const lines = [`GET ${url.pathname}${url.search} HTTP/1.1`, `Host: ${url.host}`];
  const { rawHeaders } = request;
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? "";
    if (name.toLowerCase() !== "host" && !hopByHop.has(name.toLowerCase()))
      lines.push(`${name}: ${rawHeaders[index + 1]}`);
  }
  return Buffer.from(`${[...lines, "Connection: Upgrade", "Upgrade: websocket"].join("\r\n")}\r\n\r\n`, "latin1");
}

/** Connects both sides. `pipe` keeps back-pressure and passes on each end; this adds counting, and resets both if one breaks. */
function splice({ meter }: Session, { client, upstream }: { client: Duplex; upstream: Socket }, head: Buffer): void {
  client.on("data", (chunk: Buffer) => meter.sent(chunk.length));
  upstream.on("data", (chunk: Buffer) => meter.received(chunk.length));
  bind(client, upstream);
  bind(upstream, client);
  if (head.length > 0) {
    meter.sent(head.length);
    upstream.write(head);
  }
  client.pipe(upstream);
  upstream.pipe(client);
}

function bind(side: Duplex, other: Duplex): void {
  side.once("error", () => reset(other));
  side.once("close", () => {
    // A side that ended in order has passed its end on. The other side may still have bytes to flush.
    if (side.readableEnded && other instanceof Socket) other.destroySoon();
    else reset(other);
  });
}

/** Resets a side, because after an orderly end a partial response would look complete. */
function reset(side: Duplex): void {
  if (side instanceof Socket) side.resetAndDestroy();
  else side.destroy();
}
