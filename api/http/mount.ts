import type { Router } from "@koa/router";
import type { ApiPorts } from "../ports.ts";
import { admitAddress, admitKey, clientAddress } from "./admission.ts";
import { refuseCrossSite } from "./crossSite.ts";
import { ApiError } from "./errors.ts";
import type { Content, Exchange, Incoming, Reply } from "./exchange.ts";
import { findUnsafe, readBody } from "./middleware/body.ts";
import type { ApiContext, ApiState } from "./middleware/observe.ts";
import { readSessionCookie } from "./sessionCookie.ts";
import { isLimited, type Route, type Services } from "./route.ts";

/** Registers the routes. For each request it reads the input, calls the route and sends its reply. */
export function mount(router: Router<ApiState, object>, routes: readonly Route[], services: Services): void {
  const literal = new Set(routes.map(({ path }) => path).filter((path) => !path.includes(":")));
  for (const route of routes) {
    const layer = router.register(route.path, [route.method], async (ctx, next) => {
      // A literal path never matches as another route's parameter, whatever the method.
      if (!literal.has(route.path) && literal.has(ctx.path.replace(/\/$/, ""))) return next();
      ctx.state.route = route;
      if (isLimited(route)) await admitAddress(ctx, services.ports);
      const incoming = toIncoming(ctx, { route, params: ctx.params, ports: services.ports });
      await send(ctx, await route.respond(incoming, services));
    });
    // The router adds HEAD to every GET by itself.
    if (route.head === false) layer.methods = layer.methods.filter((method) => method !== "HEAD");
  }
}

type Unpacking = { route: Route; params: Record<string, string>; ports: ApiPorts };

function toIncoming(ctx: ApiContext, { route, params, ports }: Unpacking): Incoming {
  return {
    authorization: ctx.get("Authorization"),
    sessionCookie: readSessionCookie(ctx.get("Cookie"), ports.publicUrl),
    params,
    query: toQuery(ctx.query, route),
    querystring: ctx.querystring,
    readBody: (options) => readBody(ctx.req, options),
    async admit(caller) {
      ctx.state.accountId = caller.accountId;
      ctx.state.keyId = caller.keyId;
      if (caller.sessionId !== null) keepToOwnPages(ctx);
      await admitKey(ctx, ports, caller);
    },
    exchange: toExchange(ctx, route, ports),
  };
}

/** Only our own pages may embed a reply that a cookie got. */
function keepToOwnPages(ctx: ApiContext): void {
  ctx.set("Cross-Origin-Resource-Policy", "same-origin");
  ctx.vary("Cookie");
}

/** The query's strings. List parameters are split at commas (`style: form, explode: false`). */
export function toQuery(
  given: Readonly<Record<string, string | string[] | undefined>>,
  route: Pick<Route, "query">,
): Record<string, unknown> {
  const query: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(given)) {
    const list = route.query.properties[name] !== undefined && "items" in route.query.properties[name];
    query[name] = list ? [value ?? ""].flat().flatMap((text) => (text === "" ? [] : text.split(","))) : value;
  }
  const fields = findUnsafe(query, "query");
  if (fields.length > 0) throw new ApiError("validation_failed", { fields });
  return query;
}

function toExchange(ctx: ApiContext, route: Route, ports: ApiPorts): Exchange {
  const header = (name: string) => (name.toLowerCase() in ctx.req.headers ? ctx.get(name) : undefined);
  return {
    requestId: ctx.state.requestId,
    log: ctx.state.log,
    address: clientAddress(ctx),
    header,
    refuseCrossSite() {
      const request = {
        method: ctx.method,
        hasEffect: route.method !== "GET" || route.head === false,
        site: header("Sec-Fetch-Site"),
        mode: header("Sec-Fetch-Mode"),
        destination: header("Sec-Fetch-Dest"),
        origin: header("Origin"),
      };
      refuseCrossSite(request, ports.publicUrl);
    },
    prefers: (type, others) => ctx.accepts([...others, type]) === type,
    takes: (encoding) => ctx.acceptsEncodings(encoding, "identity") === encoding,
    untilGone() {
      const gone = new AbortController();
      ctx.res.once("close", () => gone.abort());
      return AbortSignal.any([gone.signal, ports.lifecycle.signal]);
    },
    setJobId(jobId) {
      ctx.state.jobId = jobId;
    },
  };
}

async function send(ctx: ApiContext, reply: Reply): Promise<void> {
  ctx.status = reply.status;
  ctx.set("Cache-Control", "no-store");
  for (const [name, value] of Object.entries(reply.headers ?? {})) {
    if (name === "Vary") ctx.vary(value);
    else ctx.set(name, value);
  }
  if ("content" in reply && reply.content !== undefined) await sendContent(ctx, reply.content);
  else if ("json" in reply) ctx.body = reply.json;
  else ctx.body = null;
  // Setting an empty body turns the status into 204.
  ctx.status = reply.status;
}

async function sendContent(ctx: ApiContext, content: Content): Promise<void> {
  if (ctx.method === "HEAD") {
    ctx.type = content.contentType;
    if (content.length !== null) ctx.length = content.length;
    return;
  }
  // A drain that ends a stream would wait for its idle connection.
  if (content.length === null) ctx.set("Connection", "close");
  ctx.body = await content.read();
  ctx.type = content.contentType;
}
