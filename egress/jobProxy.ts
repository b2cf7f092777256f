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

/** One job's only way out: a forward proxy on a loopback port of its own. */
export type JobProxy = {
  /** `http://127.0.0.1:<port>`, for `createBrowserContext({ proxyServer })`. */
  readonly url: string;
  /** What has been used since opening or the last `rebind`. */
  stats(): ProxyStats;
  /**
   * The last verdict on a host name that is unanswered so far, or null. For main documents over https, whose refused CONNECT
   * the browser shows only as ERR_TUNNEL_CONNECTION_FAILED.
   */
  verdictFor(host: string): ProxyVerdict | null;
  /** The browser's name, such as ERR_CONNECTION_REFUSED, for why that host was not reached; null where it has none. */
  errorNameFor(host: string): string | null;
  /** The limit that was met first, or null. Bytes and seconds cut everything; requests and tunnels refuse what comes next. */
  readonly budgetExceeded: BudgetKind | null;
  /** Gives the proxy to another job: cuts what is open and starts counts, verdicts and budget afresh. */
  rebind(job: { budget: ProxyBudget; onRefused?: OnRefused }): void;
  /** Cuts what is open and frees the port; resolves when both are done. May be called twice. */
  close(): Promise<void>;
};

export type JobProxyOptions = {
  policy: EgressPolicy;
  budget: ProxyBudget;
  onRefused?: OnRefused;
  /** Hears of the limit by which everything open was cut. Must not throw. */
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
      return job.meter.spent();
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
    // The only client is a browser on this machine; a kept-alive connection that closes as it is taken costs a retry.
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
  const ended = new AbortController();
  const upstreams = new Set<Socket>();
  const cut = () => {
    ended.abort();
    for (const upstream of upstreams) upstream.destroy();
  };
  const onSpent = (limit: BudgetKind) => {
    cut();
    onCut?.(limit);
  };
  const meter = createMeter(budget, { onSpent, onRefused });
  const session: Session = { policy, meter, upstreams, ended: ended.signal };
  const agent = new GuardedHttpAgent(policy, {
    timeoutMs: defaultConnectTimeoutMs,
    signal: ended.signal,
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
