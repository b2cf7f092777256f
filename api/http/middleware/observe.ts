import type { Middleware, ParameterizedContext } from "koa";
import { uuidv7 } from "uuidv7";
import type { Logger } from "#telemetry/logger.ts";
import type { ApiMetrics } from "#telemetry/metrics.ts";
import type { Tracing } from "#telemetry/tracing.ts";
import type { Route } from "../route.ts";

/** The state of one request that the middlewares share. */
export type ApiState = {
  requestId: string;
  log: Logger;
  /** The matched route; undefined for an unknown path. */
  route?: Route;
  accountId?: string;
  keyId?: string;
  jobId?: string;
};

export type ApiContext = ParameterizedContext<ApiState, object>;
export type ApiMiddleware = Middleware<ApiState, object>;

/**
 * Logs one line and counts each request. It uses the route's template, never the address, query, body or headers, which may
 * contain secrets.
 */
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
  // Probes would hide all other lines.
  if (route?.tag === "Service") log.debug(line, "request");
  else log.info(line, "request");
}

/** Gives each request an id. The client's own is used if it is safe in logs and headers. */
export function assignRequestId(log: Logger): ApiMiddleware {
  return async (ctx, next) => {
    const given = ctx.get("X-Request-Id");
    ctx.state.requestId = /^[A-Za-z0-9-]{8,64}$/.test(given) ? given : uuidv7();
    ctx.state.log = log.child({ requestId: ctx.state.requestId });
    ctx.set("X-Request-Id", ctx.state.requestId);
    await next();
  };
}

/**
 * Records each request as the first span of a trace. A client's trace context is ignored. The span has the route's template,
 * status and ids, never the address, query, headers or body. Probes are left out.
 */
export function traceRequests(tracing: Tracing): ApiMiddleware {
  return (ctx, next) => {
    if (ctx.path.startsWith("/health/")) return next();
    return tracing.run({ name: "HTTP", kind: "server" }, async (span) => {
      await next();
      const { route, requestId, accountId, jobId } = ctx.state;
      // For an unknown path, even the method may be invented.
      span.rename(route === undefined ? "HTTP (none)" : `${ctx.method} ${route.path}`);
      span.set({
        "http.route": route?.path ?? "(none)",
        "http.response.status_code": ctx.status,
        "watchframe.request_id": requestId,
        ...(route !== undefined && { "http.request.method": ctx.method }),
        ...(accountId !== undefined && { "watchframe.account_id": accountId }),
        ...(jobId !== undefined && { "watchframe.job_id": jobId }),
      });
      if (ctx.status >= 500) span.fail(String(ctx.status));
    });
  };
}
