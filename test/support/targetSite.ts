import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { Server as TcpServer } from "node:net";

/** One request as the site received it. */
type ReceivedRequest = {
  host: string;
  path: string;
  method: string;
  headers: IncomingMessage["headers"];
};

type Route = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * A site to capture: one server under several host names, so that another name is another origin. Resolve the names to
 * 127.0.0.1. It serves the paths of `page` and `route` and records its requests.
 */
export type TargetSite = {
  readonly port: number;
  /** `http://site.test:<port><path>`. */
  url(path: string, host?: string): string;
  /** Serves HTML at a path and resolves to its address. */
  page(path: string, html: string, reply?: { status?: number; headers?: Record<string, string> }): string;
  route(path: string, route: Route): string;
  /** Serves all other paths. Default: 404. */
  elsewhere(route: Route): void;
  /** Requests for a path, or all, so far. */
  received(path?: string): ReceivedRequest[];
  /** Names and port as `WATCHFRAME_EGRESS_ALLOW` lists them. */
  readonly allow: string;
  close(): Promise<void>;
};

/** Names the site goes by; the address is a secure origin for Chromium, the names are not. */
const siteHosts = ["site.test", "other.test", "127.0.0.1"] as const;

/** Starts a site on a free port of 127.0.0.1; with `tls`, over https. */
export async function openTargetSite(tls?: { key: string; cert: string }): Promise<TargetSite> {
  const routes = new Map<string, Route>();
  let fallback: Route = (_request, response) =>
    response.writeHead(404, { "content-type": "text/plain" }).end("nothing here");
  const requests: ReceivedRequest[] = [];
  const listener: RequestListener = (request, response) => {
    const path = new URL(request.url ?? "/", "http://site.test").pathname;
    requests.push({ host: request.headers.host ?? "", path, method: request.method ?? "", headers: request.headers });
    (routes.get(path) ?? fallback)(request, response);
  };
  const server: Server = tls === undefined ? createServer(listener) : createTlsServer(tls, listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const port = portOf(server);
  const scheme = tls === undefined ? "http" : "https";
  const url = (path: string, host: string = siteHosts[0]) => `${scheme}://${host}:${port}${path}`;
  const route = (path: string, handler: Route) => {
    routes.set(path, handler);
    return url(path);
  };
  return {
    port,
    url,
    route,
    page: (path, html, { status = 200, headers = {} } = {}) =>
      route(path, (_request, response) => {
        response.writeHead(status, { "content-type": "text/html; charset=utf-8", ...headers }).end(html);
      }),
    elsewhere(handler) {
      fallback = handler;
    },
    received: (path) => requests.filter((request) => path === undefined || request.path === path),
    allow: siteHosts.map((host) => `${host}:${port}`).join(","),
    async close() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

/** Port that a listening server was given. */
export function portOf(server: TcpServer): number {
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The server does not listen on a port.");
  return address.port;
}
