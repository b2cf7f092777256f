import type { Socket } from "node:net";
import type { Meter } from "./meter.ts";
import type { EgressPolicy } from "./policy.ts";

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
