import { uuidv7 } from "uuidv7";
import type { Logger } from "#telemetry/logger.ts";
import type { ApiMiddleware } from "../context.ts";

/** Gives each request an id, the client's own where it is plain enough to stand in a log and a header. */
export function requestId(log: Logger): ApiMiddleware {
  return async (ctx, next) => {
    const given = ctx.get("X-Request-Id");
    ctx.state.requestId = /^[A-Za-z0-9-]{8,64}$/.test(given) ? given : uuidv7();
    ctx.state.log = log.child({ requestId: ctx.state.requestId });
    ctx.set("X-Request-Id", ctx.state.requestId);
    await next();
  };
}
