import type { Middleware, ParameterizedContext } from "koa";
import type { Logger } from "#telemetry/logger.ts";
import type { Route } from "./route.ts";

/** What the middlewares know of one request. */
export type ApiState = {
  requestId: string;
  log: Logger;
  /** The route that took the request; none for an unknown path. */
  route?: Route;
  accountId?: string;
  keyId?: string;
  jobId?: string;
};

export type ApiContext = ParameterizedContext<ApiState, object>;
export type ApiMiddleware = Middleware<ApiState, object>;
