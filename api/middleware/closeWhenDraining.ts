import type { ApiMiddleware } from "../context.ts";
import type { Lifecycle } from "../lifecycle.ts";

/** While the process drains, every reply ends its connection, so that none is kept open for a next request. */
export function closeWhenDraining(lifecycle: Lifecycle): ApiMiddleware {
  return async (ctx, next) => {
    await next();
    if (lifecycle.draining()) ctx.set("Connection", "close");
  };
}
