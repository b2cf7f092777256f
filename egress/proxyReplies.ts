import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { EgressRefused, NameNotResolved, ProxyFailed } from "./errors.ts";
import type { Meter, ProxyVerdict } from "./meter.ts";
import type { EgressPolicy } from "./policy.ts";

/** Header that marks the proxy's own replies. A site's header of this name is dropped. */
export const verdictHeader = "x-watchframe-egress";

const statuses = {
  refused: "403 Forbidden",
  budget: "403 Forbidden",
  unresolved: "502 Bad Gateway",
  unreachable: "502 Bad Gateway",
  proxy: "502 Bad Gateway",
} as const satisfies Record<ProxyVerdict, string>;

/** The verdict for a failure to reach a host. */
export function verdictOf(error: unknown): ProxyVerdict {
  if (error instanceof EgressRefused) return "refused";
  if (error instanceof ProxyFailed) return "proxy";
  return error instanceof NameNotResolved ? "unresolved" : "unreachable";
}

/** Refuses a tunnel: replies with the verdict and ends the connection. */
export function refuseTunnel(client: Duplex, verdict: ProxyVerdict): void {
  client.end(
    `HTTP/1.1 ${statuses[verdict]}\r\n${verdictHeader}: ${verdict}\r\ncontent-length: 0\r\nconnection: close\r\n\r\n`,
  );
}

/** Replies to a plain request with the verdict. A reply that has begun is cut, so that it does not look complete. */
export function refuseRequest(response: ServerResponse, verdict: ProxyVerdict): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  // Browsers ignore the reason phrase. It replaces an invalid phrase that a site may have set on the response.
  const [code, reason] = [Number(statuses[verdict].slice(0, 3)), statuses[verdict].slice(4)];
  response.writeHead(code, reason, { [verdictHeader]: verdict, "content-length": 0, "cache-control": "no-store" });
  response.end();
}

/** The state that the handlers of one job's proxy share. `rebind` replaces it as a whole. */
export type Session = {
  policy: EgressPolicy;
  meter: Meter;
  /** Open sockets to hosts. */
  upstreams: Set<Socket>;
  /** Aborts when the budget of bytes or seconds is spent, and at the end of the session. */
  endSignal: AbortSignal;
};

/** Counts a socket to a host and tracks it until it closes. Destroys it and returns false if the session has ended. */
export function track(session: Session, socket: Socket): boolean {
  if (session.endSignal.aborted) {
    socket.destroy();
    return false;
  }
  session.meter.connected();
  session.upstreams.add(socket);
  socket.once("close", () => session.upstreams.delete(socket));
  return true;
}
