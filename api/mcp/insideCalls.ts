import { Readable } from "node:stream";
import { ApiError, toErrorBody } from "../http/errors.ts";
import type { Exchange, Reply } from "../http/exchange.ts";
import { findUnsafe } from "../http/middleware/body.ts";
import { toApiError } from "../http/middleware/errors.ts";
import { toQuery } from "../http/mount.ts";
import type { Route, Services } from "../http/route.ts";
import { noSessionCookie } from "../http/sessionCookie.ts";

type Access = { routes: readonly Route[]; services: Services; exchange: Exchange };

/**
 * A `fetch` that calls the API's own routes in this process, with the same authentication, validation and errors. The
 * request that it belongs to is counted already, so the calls are not.
 */
export function callInside({ routes, services, exchange }: Access) {
  return async (address: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    const url = new URL(address instanceof Request ? address.url : address);
    const found = findRoute(routes, init.method ?? "GET", url.pathname);
    if (found === null) throw new Error(`No route of the API has the path ${url.pathname}.`);
    const { route, params } = found;
    const headers = new Headers(init.headers);
    const inside = { ...exchange, header: (name: string) => headers.get(name) ?? undefined, takes: () => false };
    try {
      const reply = await route.respond(
        {
          authorization: headers.get("Authorization") ?? "",
          sessionCookie: noSessionCookie,
          params,
          querystring: url.search.slice(1),
          query: toQuery(Object.fromEntries(url.searchParams), route),
          readBody: async ({ standIn }) => readBody(init.body, standIn),
          admit: async () => {},
          exchange: { ...inside, prefers: (type) => headers.get("Accept") === type },
        },
        services,
      );
      return await toResponse(reply);
    } catch (thrown) {
      return toErrorResponse(toApiError(thrown), route, exchange);
    }
  };
}

/** The route of a path, and the path's parameters. A literal path wins. */
function findRoute(routes: readonly Route[], method: string, pathname: string) {
  const givenParts = pathname.split("/");
  const matchingRoutes = routes.flatMap((route) => {
    const wanted = route.path.split("/");
    const matches =
      route.method === method &&
      wanted.length === givenParts.length &&
      wanted.every((part, index) => part.startsWith(":") || part === givenParts[index]);
    if (!matches) return [];
    const named = wanted.flatMap((part, index) =>
      part.startsWith(":") ? [[part.slice(1), decodeURIComponent(givenParts[index] ?? "")] as const] : [],
    );
    return [{ route, params: Object.fromEntries(named) }];
  });
  return matchingRoutes.find(({ route }) => !route.path.includes(":")) ?? matchingRoutes[0] ?? null;
}

function readBody(body: RequestInit["body"], standIn: unknown) {
  const value: unknown = typeof body === "string" ? JSON.parse(body) : structuredClone(standIn);
  return { value, problems: findUnsafe(value, "body") };
}

async function toResponse(reply: Reply): Promise<Response> {
  const { status, headers = {} } = reply;
  if (!("content" in reply) || reply.content === undefined) {
    return Response.json("json" in reply ? reply.json : null, { status, headers });
  }
  const source = await reply.content.read();
  const bytes = source instanceof Readable ? Buffer.concat(await source.toArray()) : source;
  return new Response(new Uint8Array(bytes), {
    status,
    headers: { ...headers, "Content-Type": reply.content.contentType },
  });
}

function toErrorResponse(error: ApiError, route: Route, { log }: Exchange): Response {
  if (error.code === "internal_error") log.error({ err: error.cause }, "unexpected error");
  return Response.json(toErrorBody(error, route.errorShape), { status: error.status, headers: error.headers });
}
