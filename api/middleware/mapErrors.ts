import { ApiError, toErrorBody } from "../apiError.ts";
import type { ApiContext, ApiMiddleware } from "../context.ts";
import { isDatabaseDown } from "#data/databaseAway.ts";

/** Turns whatever was thrown below into an error reply; the only place that does. */
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

function toApiError(thrown: unknown): ApiError {
  if (thrown instanceof ApiError) return thrown;
  if (isDatabaseDown(thrown)) return new ApiError("unavailable", { cause: thrown });
  return new ApiError("internal_error", { cause: thrown });
}

function report(ctx: ApiContext, error: ApiError, thrown: unknown): void {
  if (error.code === "internal_error") ctx.state.log.error({ err: thrown }, "unexpected error");
  else if (error.cause !== undefined) ctx.state.log.warn({ err: error.cause, code: error.code }, "request failed");
}
