import { Router } from "@koa/router";
import Koa from "koa";
import type { ApiState } from "./context.ts";
import { accessLog } from "./middleware/accessLog.ts";
import { createCallers } from "./middleware/callers.ts";
import { closeWhenDraining } from "./middleware/closeWhenDraining.ts";
import { mapErrors } from "./middleware/mapErrors.ts";
import { noRoute } from "./middleware/noRoute.ts";
import { requireHost } from "./middleware/requireHost.ts";
import { requestId } from "./middleware/requestId.ts";
import { securityHeaders } from "./middleware/securityHeaders.ts";
import { traceRequests } from "./middleware/traceRequests.ts";
import { mount } from "./mount.ts";
import type { ApiPorts } from "./ports.ts";
import { routes } from "./routes/index.ts";

/** The API as a Koa application; reads top to bottom as the life of a request. */
export function createApp(ports: ApiPorts): Koa<ApiState, object> {
  const { proxies } = ports.limits;
  // Only what our own proxies have appended to X-Forwarded-For is believed: the last so many addresses.
  const app = new Koa<ApiState, object>({ proxy: proxies > 0, maxIpsCount: proxies });
  const router = new Router<ApiState, object>({ sensitive: true });
  // A route authenticates, reads the body, validates, handles and answers: see route.ts.
  mount(router, routes, { ports, callers: createCallers(ports) });

  app.use(requestId(ports.log));
  app.use(traceRequests(ports.tracing));
  app.use(accessLog(ports.metrics));
  app.use(securityHeaders);
  app.use(closeWhenDraining(ports.lifecycle));
  app.use(mapErrors);
  app.use(requireHost);
  app.use(router.routes());
  app.use(noRoute(router));
  // What breaks after a reply has begun, a client hanging up above all, has no reply left to carry it.
  app.on("error", (err: unknown) => ports.log.warn({ err }, "reply broke off"));
  return app;
}
