import { createServer, type Server } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { GuardedHttpAgent } from "./agents.ts";
import { defaultConnectTimeoutMs } from "./dial.ts";
import { forward, maxHeadBytes } from "./forward.ts";
import { closeServer, listen } from "./listen.ts";
import {
  type BudgetKind,
  createMeter,
  type OnRefused,
  type ProxyBudget,
  type ProxyStats,
  type ProxyVerdict,
} from "./meter.ts";
import type { EgressPolicy } from "./policy.ts";
import { type Session, track } from "./proxyReplies.ts";
import { tunnel, upgrade } from "./tunnel.ts";

export type { OwnRefusal, ProxyBudget, ProxyVerdict, Refusal } from "./meter.ts";
export { verdictHeader } from "./proxyReplies.ts";

/** A forward proxy on its own loopback port. It is the only network access of one job. */
export type JobProxy = {
  /** `http://127.0.0.1:<port>`, for `createBrowserContext({ proxyServer })`. */
  readonly url: string;
  /** The traffic since opening or the last `rebind`. */
  stats(): ProxyStats;
  /**
   * The last verdict on a host that has not answered yet, or null. For main documents over https: the browser reports a
   * refused CONNECT only as ERR_TUNNEL_CONNECTION_FAILED.
   */
  verdictFor(host: string): ProxyVerdict | null;
  /** The browser's name, such as ERR_CONNECTION_REFUSED, for why that host was not reached; null where it has none. */
  errorNameFor(host: string): string | null;
  /** The limit that was reached first, or null. Bytes and seconds cut all connections; requests and tunnels refuse new ones. */
  readonly budgetExceeded: BudgetKind | null;
  /** Gives the proxy to another job: cuts open connections and resets counts, verdicts and budget. */
  rebind(job: { budget: ProxyBudget; onRefused?: OnRefused }): void;
  /** Cuts open connections and frees the port; resolves when both are done. Idempotent. */
  close(): Promise<void>;
};

export type JobProxyOptions = {
  policy: EgressPolicy;
  budget: ProxyBudget;
  onRefused?: OnRefused;
  /** Called with the limit that cut all connections. Must not throw. */
  onCut?: ((limit: BudgetKind) => void) | undefined;
};

type Job = Session & { agent: GuardedHttpAgent; end(): void };

/** Opens a proxy on a free port of 127.0.0.1. */
export async function openJobProxy(options: JobProxyOptions): Promise<JobProxy> {
  let job = startJob(options);
  const clients = new Set<Socket>();
  const server = serve(() => job, clients);
  const port = await listen(server, "127.0.0.1");
  const cut = () => {
    job.end();
    for (const client of clients) client.destroy();
  };
  return {
    url: `http://127.0.0.1:${port}`,
    stats: () => job.meter.stats(),
    verdictFor: (host) => job.meter.verdictFor(host),
    errorNameFor: (host) => job.meter.errorNameFor(host),
    get budgetExceeded() {
      return job.meter.usedBytes();
    },
    rebind(next) {
      cut();
      job = startJob({ policy: options.policy, ...next });
    },
    async close() {
      cut();
      await closeServer(server);
    },
  };
}

function serve(job: () => Job, clients: Set<Socket>): Server {
  const server = createServer({
    // The only client is a browser on this machine. A kept-alive connection that closes on reuse would cost a retry.
    keepAliveTimeout: 0,
    requestTimeout: 0,
    maxHeaderSize: maxHeadBytes,
    noDelay: true,
    shouldUpgradeCallback: (request) => request.headers.upgrade?.toLowerCase() === "websocket",
  });
  server.on("connection", (socket) => {
    clients.add(socket);
    socket.once("close", () => clients.delete(socket));
  });
  server.on("request", (request, response) => forward(job(), request, response));
  server.on("connect", (request, client: Duplex, head: Buffer) => void tunnel(job(), { request, client, head }));
  server.on("upgrade", (request, client: Duplex, head: Buffer) => void upgrade(job(), { request, client, head }));
  return server;
}

function startJob({ policy, budget, onRefused, onCut }: JobProxyOptions): Job {
  const endController = new AbortController();
  const upstreams = new Set<Socket>();
  const cut = () => {
    endController.abort();
    for (const upstream of upstreams) upstream.destroy();
  };
  const onSpent = (limit: BudgetKind) => {
    cut();
    onCut?.(limit);
  };
  const meter = createMeter(budget, { onSpent, onRefused });
  const session: Session = { policy, meter, upstreams, endSignal: endController.signal };
  const agent = new GuardedHttpAgent(policy, {
    timeoutMs: defaultConnectTimeoutMs,
    signal: endController.signal,
    onSocket: (socket) => track(session, socket),
  });
  const timer = Number.isFinite(budget.seconds)
    ? setTimeout(meter.expire, Math.min(budget.seconds * 1_000, 2 ** 31 - 1))
    : undefined;
  timer?.unref();
  const end = () => {
    clearTimeout(timer);
    cut();
    agent.destroy();
  };
  return { ...session, agent, end };
}
