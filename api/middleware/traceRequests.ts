import type { Tracing } from "#telemetry/tracing.ts";
import type { ApiMiddleware } from "../context.ts";

/**
 * Does each request as a span that begins a trace: a stranger's own trace context is not taken up. It says the route's template,
 * the status and ids, never the address, query, headers or body. Probes are left out.
 */
export function traceRequests(tracing: Tracing): ApiMiddleware {
  return (ctx, next) => {
    if (ctx.path.startsWith("/health/")) return next();
    return tracing.run({ name: "HTTP", kind: "server" }, async (span) => {
      await next();
      const { route, requestId, accountId, jobId } = ctx.state;
      // Of a path that is not there even the method is the client's invention.
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
