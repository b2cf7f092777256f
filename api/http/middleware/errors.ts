import type { Router } from "@koa/router";
import { isDatabaseDown } from "#data/reconnect.ts";
import { ApiError, toErrorBody } from "../errors.ts";
import type { ApiContext, ApiMiddleware, ApiState } from "./observe.ts";

/** Turns every error below into an error reply. No other code does. */
export const mapErrors: ApiMiddleware = async (ctx, next) => {
  try {
    await next();
  } catch (thrown) {
    const error = toApiError(thrown);
    report(ctx, error, thrown);
    ctx.status = error.status;
    ctx.set({ "Cache-Control": "no-store", ...error.headers });
    ctx.body = toErrorBody(error, ctx.state.route?.errorShape ?? "submit");
  }
};

/** The refusal that an error is: its own, `unavailable` while the database is away, else `internal_error`. */
export function toApiError(thrown: unknown): ApiError {
  if (thrown instanceof ApiError) return thrown;
  if (isDatabaseDown(thrown)) return new ApiError("unavailable", { cause: thrown });
  return new ApiError("internal_error", { cause: thrown });
}

function report(ctx: ApiContext, error: ApiError, thrown: unknown): void {
  if (error.code === "internal_error") ctx.state.log.error({ err: thrown }, "unexpected error");
  else if (error.cause !== undefined) ctx.state.log.warn({ err: error.cause, code: error.code }, "request failed");
}

/** Refuses requests without a route: 405 with `Allow` for a known path, else 404. */
export function noRoute(router: Router<ApiState, object>): ApiMiddleware {
  return async (ctx) => {
    const layers = router.match(ctx.path, ctx.method).path;
    const named = layers.filter(({ path }) => !String(path).includes(":"));
    const methods = new Set((named.length > 0 ? named : layers).flatMap((layer) => layer.methods));
    if (methods.size === 0) throw new ApiError("route_not_found");
    const allowed = [...methods].toSorted().join(", ");
    const message = `This path takes ${allowed}, and not ${ctx.method}.`;
    throw new ApiError("method_not_allowed", { message, headers: { Allow: allowed } });
  };
}
