import { createServer, type Server, type ServerResponse } from "node:http";
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client";
import type { Env } from "#schemas/settings/env.ts";
import type { Logger } from "./logger.ts";

/** A finished request. */
type ObservedRequest = {
  method: string;
  /** The route's template, never an address; null if no route matched. */
  route: string | null;
  status: number;
  seconds: number;
};

/** Metrics of an API process. */
export type ApiMetrics = {
  registry: Registry;
  observe(request: ObservedRequest): void;
  /** Counts new ledger entries. */
  onLedgerEntries: ReturnType<typeof createCreditCounters>;
};

/** Seconds. Long polls and synchronous captures take up to 90 s. */
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 90];

/** Creates the metrics of the API in their own registry. No label has a value from outside. */
export function createApiMetrics(): ApiMetrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: "watchframe_http_request_duration_seconds",
    help: "Duration of requests by route and status, seconds.",
    labelNames: ["method", "route", "status"] as const,
    buckets,
    registers: [registry],
  });
  return {
    registry,
    onLedgerEntries: createCreditCounters(registry),
    observe(request) {
      const { status, seconds } = request;
      const route = request.route ?? "(none)";
      // For an unknown path, even the method is any text that the client chose.
      const method = request.route === null ? "(any)" : request.method;
      requests.observe({ method, route, status: String(status) }, seconds);
    },
  };
}

/** A finished attempt of an activity. `activity` and `queue` are names from the code. */
type ObservedActivity = {
  activity: string;
  queue: string;
  outcome: "completed" | "failed" | "cancelled";
  /** Seconds in the queue. */
  waited: number;
  /** Seconds of execution. */
  seconds: number;
};

/** State of a worker's browser: starts so far, active pages and waiting captures. */
export type BrowserStatus = { starts: number; active: number; waiting: number };

/** Stages of a render, and their total. */
export const stages = ["queued", "navigation", "capture", "extraction", "upload", "total"] as const;
type Stage = (typeof stages)[number];

/** Metrics of a worker process. */
export type WorkerMetrics = {
  registry: Registry;
  observe(activity: ObservedActivity): void;
  /** Counts an ended render or monitor run. `outcome` is `completed`, `cancelled` or an error code. */
  ended(kind: "render" | "run", outcome: string): void;
  /** Records the stages of a completed render, milliseconds. */
  staged(timings: Record<Stage, number>): void;
  /** Counts an attempt to deliver an event. `outcome` is a name from the code. */
  delivered(channel: "webhook" | "email", outcome: string): void;
  /** Counts a refused outgoing request of a page, of the service, or to a caller's storage. `reason` is a name from the code. */
  refused(traffic: "page" | "fetch" | "storage", reason: string): void;
  /** Counts new ledger entries. */
  onLedgerEntries: ReturnType<typeof createCreditCounters>;
};

const activityBuckets = [0.005, 0.01, 0.05, 0.1, 0.5, 1, 2.5, 5, 10, 20, 30, 60, 120, 300];

/** Values that are read with each scrape. */
type Sources = {
  browser(): BrowserStatus;
  /** Age in seconds of the oldest outbox entry, 0 if there is none; null while MongoDB is unavailable. */
  outboxAge?(): Promise<number | null>;
};

/** Creates the metrics of a worker in their own registry. No label has a value from outside. */
export function createWorkerMetrics({ browser, outboxAge }: Sources): WorkerMetrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const { durations, waits, stageTimes, outcomes, deliveries, refusals } = countersIn(registry);
  watchBrowser(registry, browser);
  if (outboxAge !== undefined) watchOutbox(registry, outboxAge);
  return {
    registry,
    observe({ activity, queue, outcome, waited, seconds }) {
      durations.observe({ activity, outcome }, seconds);
      waits.observe({ queue }, waited);
    },
    ended: (kind, outcome) => outcomes.inc({ kind, outcome }),
    staged(timings) {
      for (const stage of stages) stageTimes.observe({ stage }, timings[stage] / 1_000);
    },
    delivered: (channel, outcome) => deliveries.inc({ channel, outcome }),
    refused: (traffic, reason) => refusals.inc({ traffic, reason }),
    onLedgerEntries: createCreditCounters(registry),
  };
}

function countersIn(registry: Registry) {
  const registers = [registry];
  const seconds = <Label extends string>(name: string, help: string, labelNames: Label[]) =>
    new Histogram({ name, help, labelNames, buckets: activityBuckets, registers });
  const count = <Label extends string>(name: string, help: string, labelNames: Label[]) =>
    new Counter({ name, help, labelNames, registers });
  return {
    durations: seconds(
      "watchframe_activity_duration_seconds",
      "Duration of activity attempts by name and outcome, seconds.",
      ["activity", "outcome"],
    ),
    waits: seconds(
      "watchframe_queue_wait_seconds",
      "Time of activities in their task queue before a worker started them, seconds.",
      ["queue"],
    ),
    stageTimes: seconds(
      "watchframe_render_stage_seconds",
      "Duration of the stages of completed renders, from accepted to stored, seconds.",
      ["stage"],
    ),
    outcomes: count(
      "watchframe_renders_ended_total",
      "Renders and monitor runs that ended, by outcome: completed, cancelled or the error code.",
      ["kind", "outcome"],
    ),
    deliveries: count("watchframe_deliveries_total", "Attempts to deliver events by outcome.", ["channel", "outcome"]),
    refusals: count("watchframe_egress_refusals_total", "Refused outgoing requests by traffic and reason.", [
      "traffic",
      "reason",
    ]),
  };
}

function watchBrowser(registry: Registry, browser: () => BrowserStatus): void {
  const gauge = (name: string, help: string, read: () => number): Gauge =>
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        this.set(read());
      },
    });
  gauge("watchframe_browser_restarts", "Browsers started after the first one.", () =>
    Math.max(0, browser().starts - 1),
  );
  gauge("watchframe_browser_pages", "Active pages.", () => browser().active);
  gauge("watchframe_browser_waiting", "Captures that wait for a page.", () => browser().waiting);
}

function watchOutbox(registry: Registry, outboxAge: () => Promise<number | null>): void {
  const age = new Gauge({
    name: "watchframe_outbox_oldest_seconds",
    help: "Age of the oldest outbox entry, which may not have started; NaN while MongoDB is unavailable.",
    registers: [registry],
    async collect() {
      age.set((await outboxAge()) ?? Number.NaN);
    },
  });
}

/** Part of a ledger entry. Credits are positive for a charge and negative for a refund. */
type LedgerEntry = { operation: string; credits: number };

/** Creates counters of credits by operation. Returns the function that counts new ledger entries. */
function createCreditCounters(registry: Registry): (entries: readonly LedgerEntry[]) => void {
  const counter = (name: string, help: string) =>
    new Counter({ name, help, labelNames: ["operation"] as const, registers: [registry] });
  const charged = counter("watchframe_credits_charged_total", "Credits charged by operation.");
  const refunded = counter("watchframe_credits_refunded_total", "Credits refunded by operation.");
  return (entries) => {
    for (const { operation, credits } of entries) {
      if (credits > 0) charged.inc({ operation }, credits);
      else refunded.inc({ operation }, -credits);
    }
  };
}

/** The metrics endpoint. */
export type MetricsServer = { /** Null if metrics are turned off. */ url: string | null; close(): Promise<void> };

type Settings = Pick<Env, "WATCHFRAME_METRICS_HOST" | "WATCHFRAME_METRICS_PORT">;

/** A source of metrics in Prometheus' text format, such as a registry. No two sources may have the same metric. */
type Source = Pick<Registry, "metrics">;

/** Serves `GET /metrics` on its own address, which clients do not reach. Port 0 turns it off. */
export async function serveMetrics(env: Settings, sources: readonly Source[], log: Logger): Promise<MetricsServer> {
  const { WATCHFRAME_METRICS_HOST: host, WATCHFRAME_METRICS_PORT: port } = env;
  if (port === 0) return { url: null, close: () => Promise.resolve() };
  const server = createServer({ requestTimeout: 10_000, headersTimeout: 5_000 }, (request, response) => {
    const isMetrics = request.method === "GET" && request.url?.split("?", 1)[0] === "/metrics";
    if (!isMetrics) return void response.writeHead(404).end();
    send(sources, response).catch((err: unknown) => {
      log.error({ err }, "metrics could not be read");
      response.writeHead(500).end();
    });
  });
  await listen(server, host, port);
  const url = `http://${host.includes(":") ? `[${host}]` : host}:${port}/metrics`;
  log.info({ url }, "metrics");
  return { url, close: () => close(server) };
}

async function send(sources: readonly Source[], response: ServerResponse): Promise<void> {
  const texts = await Promise.all(sources.map((source) => source.metrics()));
  response.writeHead(200, { "Content-Type": Registry.PROMETHEUS_CONTENT_TYPE }).end(texts.join("\n"));
}

function listen(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, resolve);
  });
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
