import type { Router } from "@koa/router";
import { ApiError } from "../apiError.ts";
import type { ApiMiddleware, ApiState } from "../context.ts";

/** Refuses what no route took: 405 with `Allow` where the path is known, else 404. */
export function noRoute(router: Router<ApiState, object>): ApiMiddleware {
  return async (ctx) => {
    const layers = router.match(ctx.path, ctx.method).path;
    const named = layers.filter(({ path }) => !String(path).includes(":"));
    const methods = new Set((named.length > 0 ? named : layers).flatMap((layer) => layer.methods));
    if (methods.size === 0) throw new ApiError("route_not_found");
    throw new ApiError("method_not_allowed", { headers: { Allow: [...methods].toSorted().join(", ") } });
  };
}
