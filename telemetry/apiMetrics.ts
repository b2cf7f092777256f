import { collectDefaultMetrics, Histogram, Registry } from "prom-client";
import { createCreditCounters } from "./creditCounters.ts";

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
