import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { EgressRefused, NameNotResolved } from "./errors.ts";
import type { Meter, ProxyVerdict } from "./meter.ts";
import type { EgressPolicy } from "./policy.ts";

/** Header on the proxy's own replies that tells them from a site's; a site's header of this name is dropped. */
export const verdictHeader = "x-watchframe-egress";

const statuses = {
  refused: "403 Forbidden",
  budget: "403 Forbidden",
  unresolved: "502 Bad Gateway",
  unreachable: "502 Bad Gateway",
} as const satisfies Record<ProxyVerdict, string>;

/** What a failure to reach a host is called. */
export function verdictOf(error: unknown): ProxyVerdict {
  if (error instanceof EgressRefused) return "refused";
  return error instanceof NameNotResolved ? "unresolved" : "unreachable";
}

/** Ends a connection that asked for a tunnel with the reply that says why there is none. */
export function refuseTunnel(client: Duplex, verdict: ProxyVerdict): void {
  client.end(
    `HTTP/1.1 ${statuses[verdict]}\r\n${verdictHeader}: ${verdict}\r\ncontent-length: 0\r\nconnection: close\r\n\r\n`,
  );
}

/** Answers a plain request with why it got no further; a reply that has begun is cut, so that it can't look whole. */
export function refuseRequest(response: ServerResponse, verdict: ProxyVerdict): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  // The reason is given although browsers ignore it: a site's unwritable one may lie on the response by now.
  const [code, reason] = [Number(statuses[verdict].slice(0, 3)), statuses[verdict].slice(4)];
  response.writeHead(code, reason, { [verdictHeader]: verdict, "content-length": 0, "cache-control": "no-store" });
  response.end();
}

/** What the handlers of one job's proxy share; replaced as a whole when the proxy is given to another job. */
export type Session = {
  policy: EgressPolicy;
  meter: Meter;
  /** Sockets to hosts, so that all can be cut. */
  upstreams: Set<Socket>;
  /** Aborts when the budget of bytes or time is spent, and at the end of the session. */
  ended: AbortSignal;
};

/** Counts a socket to a host and remembers it until it closes; false, and the socket destroyed, when the session ended meanwhile. */
export function track(session: Session, socket: Socket): boolean {
  if (session.ended.aborted) {
    socket.destroy();
    return false;
  }
  session.meter.connected();
  session.upstreams.add(socket);
  socket.once("close", () => session.upstreams.delete(socket));
  return true;
}
