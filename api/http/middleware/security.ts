import helmet from "koa-helmet";
import type { Lifecycle } from "../background.ts";
import { ApiError } from "../errors.ts";
import type { ApiMiddleware } from "./observe.ts";

/** Headers that keep a browser from doing anything with a reply but show it; the docs page and outputs loosen or tighten the policy. */
export const securityHeaders = helmet({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"], baseUri: ["'none'"], formAction: ["'none'"] },
  },
  // Pictures are meant to be shown on the client's own pages by their signed address.
  crossOriginResourcePolicy: { policy: "cross-origin" },
  xFrameOptions: { action: "deny" },
  // Whether all of a domain's other hosts speak https is not ours to say.
  strictTransportSecurity: { maxAge: 31_536_000, includeSubDomains: false },
  referrerPolicy: { policy: "no-referrer" },
});

/** Refuses HTTP/1.1 without a Host header (RFC 9112, section 3.2); Node itself would do so with an empty body. */
export const requireHost: ApiMiddleware = async (ctx, next) => {
  if (ctx.req.httpVersion === "1.1" && ctx.req.headers.host === undefined) throw new ApiError("malformed_request");
  await next();
};

/** While the process drains, every reply ends its connection, so that none is kept open for a next request. */
export function closeWhenDraining(lifecycle: Lifecycle): ApiMiddleware {
  return async (ctx, next) => {
    await next();
    if (lifecycle.draining()) ctx.set("Connection", "close");
  };
}
