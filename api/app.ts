import { Router } from "@koa/router";
import Koa from "koa";
import { createCallers } from "./http/callers.ts";
import { mapErrors, noRoute } from "./http/middleware/errors.ts";
import { accessLog, type ApiState, assignRequestId, traceRequests } from "./http/middleware/observe.ts";
import { closeWhenDraining, requireHost, securityHeaders } from "./http/middleware/security.ts";
import { mount } from "./http/mount.ts";
import { mcpRoute } from "./mcp/routes.ts";
import type { ApiPorts } from "./ports.ts";
import { routes } from "./routes.ts";
import { guideRoutes } from "./guide/routes.ts";
import { consoleRoutes } from "./system/consoleFiles.ts";
import { referenceScript } from "./system/documentRoutes.ts";

/** The API as a Koa application. It reads as the life of a request. */
export function createApp(ports: ApiPorts): Koa<ApiState, object> {
  const { proxies } = ports.limits;
  // Only the addresses that our own proxies appended to X-Forwarded-For are trusted: the last `proxies` ones.
  const app = new Koa<ApiState, object>({ proxy: proxies > 0, maxIpsCount: proxies });
  const router = new Router<ApiState, object>({ sensitive: true });
  // A route authenticates, reads the body, validates, handles and replies: see route.ts.
  const services = { ports, callers: createCallers(ports) };
  mount(router, [...routes, referenceScript, ...guideRoutes, ...consoleRoutes, mcpRoute(routes, services)], services);

  app.use(assignRequestId(ports.log));
  app.use(traceRequests(ports.tracing));
  app.use(accessLog(ports.metrics));
  app.use(securityHeaders);
  app.use(closeWhenDraining(ports.lifecycle));
  app.use(mapErrors);
  app.use(requireHost);
  app.use(router.routes());
  app.use(noRoute(router));
  // An error after the start of a reply can't be sent. Most often the client has disconnected.
  app.on("error", (err: unknown) => ports.log[hasLeft(err) ? "debug" : "warn"]({ err }, "reply broke off"));
  return app;
}

/** Whether the client closed the connection before the end of a stream, as every client of an event stream does. */
function hasLeft(err: unknown): boolean {
  return err instanceof Error && "code" in err && err.code === "ERR_STREAM_PREMATURE_CLOSE";
}
