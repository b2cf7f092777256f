import { collectDefaultMetrics, Counter, Histogram, Registry } from "prom-client";

/** One request, as it is counted. */
type ObservedRequest = {
  method: string;
  /** The route's template, never an address; null where no route took the request. */
  route: string | null;
  status: number;
  seconds: number;
  /** Credits the reply says it charged. */
  charged: number;
};

/** What an API process tells of itself. */
export type ApiMetrics = { registry: Registry; observe(request: ObservedRequest): void };

/** Long polls and pictures that are waited for take up to 90 s. */
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 90];

/** Metrics of the API, in a registry of their own. No label holds a value from outside. */
export function createApiMetrics(): ApiMetrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: "watchframe_http_request_duration_seconds",
    help: "Requests by route and status, and how long they took.",
    labelNames: ["method", "route", "status"] as const,
    buckets,
    registers,
  });
  const charged = new Counter({
    name: "watchframe_http_credits_charged_total",
    help: "Credits charged by requests, by route.",
    labelNames: ["route"] as const,
    registers,
  });
  return {
    registry,
    observe(request) {
      const { status, seconds } = request;
      const route = request.route ?? "(none)";
      // Of a path that is not there even the method is the client's invention.
      const method = request.route === null ? "(any)" : request.method;
      requests.observe({ method, route, status: String(status) }, seconds);
      if (request.charged > 0) charged.inc({ route }, request.charged);
    },
  };
}
