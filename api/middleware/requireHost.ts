import { ApiError } from "../apiError.ts";
import type { ApiMiddleware } from "../context.ts";

/** Refuses HTTP/1.1 without a Host header (RFC 9112, section 3.2); Node itself would do so with an empty body. */
export const requireHost: ApiMiddleware = async (ctx, next) => {
  if (ctx.req.httpVersion === "1.1" && ctx.req.headers.host === undefined) throw new ApiError("malformed_request");
  await next();
};
