import type { ApiMetrics } from "#telemetry/apiMetrics.ts";
import type { ApiContext, ApiMiddleware } from "../context.ts";

/** One line and one observation for each request: the route's template, never the address, query, body or headers, which may hold secrets. */
export function accessLog(metrics: ApiMetrics): ApiMiddleware {
  return async (ctx, next) => {
    const started = performance.now();
    await next();
    const ms = performance.now() - started;
    writeLine(ctx, Math.round(ms * 10) / 10);
    const { route, status } = { route: ctx.state.route?.path ?? null, status: ctx.status };
    metrics.observe({ method: ctx.method, route, status, seconds: ms / 1_000 });
  };
}

function writeLine(ctx: ApiContext, ms: number): void {
  const { route, accountId, keyId, jobId, log } = ctx.state;
  const line = { method: ctx.method, route: route?.path ?? "(none)", status: ctx.status, ms, accountId, keyId, jobId };
  // Probes would drown everything else.
  if (route?.tag === "Service") log.debug(line, "request");
  else log.info(line, "request");
}
