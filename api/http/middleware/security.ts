import helmet from "koa-helmet";
import type { Lifecycle } from "../../load/background.ts";
import { ApiError } from "../errors.ts";
import type { ApiMiddleware } from "./observe.ts";

/** Headers that let a browser only show a reply. The reference page and outputs have their own policies. */
export const securityHeaders = helmet({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"], baseUri: ["'none'"], formAction: ["'none'"] },
  },
  // Clients show pictures on their own pages by signed addresses.
  crossOriginResourcePolicy: { policy: "cross-origin" },
  xFrameOptions: { action: "deny" },
  // We can't know whether all hosts of the domain use https.
  strictTransportSecurity: { maxAge: 31_536_000, includeSubDomains: false },
  referrerPolicy: { policy: "no-referrer" },
});

/** Refuses HTTP/1.1 without a Host header (RFC 9112, section 3.2). Node would send an empty body. */
export const requireHost: ApiMiddleware = async (ctx, next) => {
  if (ctx.req.httpVersion === "1.1" && ctx.req.headers.host === undefined) throw new ApiError("malformed_request");
  await next();
};

/** While the process drains, every reply closes its connection. */
export function closeWhenDraining(lifecycle: Lifecycle): ApiMiddleware {
  return async (ctx, next) => {
    await next();
    if (lifecycle.draining()) ctx.set("Connection", "close");
  };
}
