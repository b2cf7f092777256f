import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client";

/** One request, as it is counted. */
type ObservedRequest = {
  method: string;
  /** The route's template, never an address; null where no route took the request. */
  route: string | null;
  status: number;
  seconds: number;
};

/** What an API process tells of itself. */
export type ApiMetrics = {
  registry: Registry;
  observe(request: ObservedRequest): void;
  /** Entries were brought to the ledger. */
  onLedgerEntries: ReturnType<typeof createCreditCounters>;
};

/** Long polls and pictures that are waited for take up to 90 s. */
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 90];

/** Metrics of the API, in a registry of their own. No label holds a value from outside. */
export function createApiMetrics(): ApiMetrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: "watchframe_http_request_duration_seconds",
    help: "Requests by route and status, and how long they took.",
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
      // Of a path that is not there even the method is the client's invention.
      const method = request.route === null ? "(any)" : request.method;
      requests.observe({ method, route, status: String(status) }, seconds);
    },
  };
}

/** One try of an activity, as it is counted; both names are those of the code. */
type ObservedActivity = {
  activity: string;
  queue: string;
  outcome: "completed" | "failed" | "cancelled";
  /** Seconds it stood in the queue, and seconds it took. */
  waited: number;
  seconds: number;
};

/** How the browser of a worker is doing. */
export type BrowserStatus = { starts: number; active: number; waiting: number };

/** Stages of a render: before it was taken up, in the browser, and after. */
export const stages = ["queued", "navigation", "capture", "extraction", "upload", "total"] as const;
type Stage = (typeof stages)[number];

/** What a worker process tells of itself. */
export type WorkerMetrics = {
  registry: Registry;
  observe(activity: ObservedActivity): void;
  /** A render or monitor run has ended; `outcome` is `completed`, `cancelled` or a code of the catalogue. */
  ended(kind: "render" | "run", outcome: string): void;
  /** A completed render's stages, milliseconds. */
  staged(timings: Record<Stage, number>): void;
  /** A try to deliver an event; `outcome` is a word of ours. */
  delivered(channel: "webhook" | "email", outcome: string): void;
  /** A request was refused a way out: of a page, of the service's own, or to a caller's storage; the reason is a word of ours. */
  refused(traffic: "page" | "fetch" | "storage", reason: string): void;
  /** Entries were brought to the ledger. */
  onLedgerEntries: ReturnType<typeof createCreditCounters>;
};

const activityBuckets = [0.005, 0.01, 0.05, 0.1, 0.5, 1, 2.5, 5, 10, 20, 30, 60, 120, 300];

/** What is asked when metrics are read. */
type Sources = {
  browser(): BrowserStatus;
  /** Seconds since the oldest acceptance in the outbox, 0 where there is none; null while that can't be told. */
  outboxAge?(): Promise<number | null>;
};

/** Metrics of a worker, in a registry of their own; its sources are asked when they are read. No label holds a value from outside. */
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
      "Tries of activities by name and outcome, and how long they took.",
      ["activity", "outcome"],
    ),
    waits: seconds(
      "watchframe_queue_wait_seconds",
      "How long activities stood in their task queue before a worker began them.",
      ["queue"],
    ),
    stageTimes: seconds("watchframe_render_stage_seconds", "Stages of completed renders, from accepted to stored.", [
      "stage",
    ]),
    outcomes: count(
      "watchframe_renders_ended_total",
      "Renders and monitor runs that ended, by outcome: completed, cancelled, skipped, or why they failed.",
      ["kind", "outcome"],
    ),
    deliveries: count("watchframe_deliveries_total", "Tries to deliver events, by what they came to.", [
      "channel",
      "outcome",
    ]),
    refusals: count("watchframe_egress_refusals_total", "Requests that were refused a way out, by whose and why.", [
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
  gauge("watchframe_browser_pages", "Pages at work.", () => browser().active);
  gauge("watchframe_browser_waiting", "Captures that wait for a page.", () => browser().waiting);
}

function watchOutbox(registry: Registry, outboxAge: () => Promise<number | null>): void {
  const age = new Gauge({
    name: "watchframe_outbox_oldest_seconds",
    help: "Age of the oldest acceptance whose workflow has not been seen to start; NaN while the database is away.",
    registers: [registry],
    async collect() {
      age.set((await outboxAge()) ?? Number.NaN);
    },
  });
}

/** What moved, as the ledger has it: credits are positive for a charge, negative for a refund. */
type LedgerEntry = { operation: string; credits: number };

/** Counters of credits by what they were for; a process gives them what it brought to the ledger. */
function createCreditCounters(registry: Registry): (entries: readonly LedgerEntry[]) => void {
  const counter = (name: string, help: string) =>
    new Counter({ name, help, labelNames: ["operation"] as const, registers: [registry] });
  const charged = counter("watchframe_credits_charged_total", "Credits charged, by what for.");
  const refunded = counter("watchframe_credits_refunded_total", "Credits refunded, by what for.");
  return (entries) => {
    for (const { operation, credits } of entries) {
      if (credits > 0) charged.inc({ operation }, credits);
      else refunded.inc({ operation }, -credits);
    }
  };
}
