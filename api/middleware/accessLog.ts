import type { ApiMiddleware } from "../context.ts";

/** One line for each request: the route's template, never the address, query, body or headers, which may hold secrets. */
export const accessLog: ApiMiddleware = async (ctx, next) => {
  const started = performance.now();
  await next();
  const { route, accountId, keyId, jobId, log } = ctx.state;
  const ms = Math.round((performance.now() - started) * 10) / 10;
  const line = { method: ctx.method, route: route?.path ?? "(none)", status: ctx.status, ms, accountId, keyId, jobId };
  // Probes would drown everything else.
  if (route?.tag === "Service") log.debug(line, "request");
  else log.info(line, "request");
};
