import { createServer, type Server } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { ensureIndexes } from "#data/mongo.ts";
import type { Env } from "#schemas/settings/env.ts";
import { createLogger } from "#telemetry/logger.ts";
import { serveMetrics } from "#telemetry/metrics.ts";
import { openTracing } from "#telemetry/tracing.ts";
import { createApp } from "./app.ts";
import { answerClientErrors } from "./http/clientErrors.ts";
import { isCookieReadable } from "./http/sessionCookie.ts";
import { type ApiPorts, closePorts, openPorts } from "./ports.ts";

/** A running API. */
export type RunningApi = {
  /** The address that it listens on, not the public address. */
  url: string;
  /** Address of its metrics; null if they are off. */
  metricsUrl: string | null;
  /** Stops accepting, lets running requests finish (at most 30 s), then closes every port. */
  close(): Promise<void>;
};

/** Milliseconds for running requests to finish after a stop. */
const drainMs = 30_000;

/** Starts the API from its settings. The servers that it needs may start later. */
export async function startApi(env: Env): Promise<RunningApi> {
  const log = createLogger({ name: "api", level: env.WATCHFRAME_LOG_LEVEL });
  const ports = openPorts(env, log, await openTracing(env, "watchframe-api", log));
  const server = createHttpServer(ports);
  const url = await listen(server, { host: env.WATCHFRAME_HOST, port: env.WATCHFRAME_PORT });
  log.info({ url }, "listening");
  if (isCookieReadable(env.WATCHFRAME_PUBLIC_URL))
    log.warn(
      "WATCHFRAME_PUBLIC_URL has no TLS, so others on the network and on this host can read or replace the session cookie",
    );
  const metrics = await serveMetrics(env, [ports.metrics.registry], log);
  ports.background.run("Making indexes", {}, () => prepareStores(ports));
  let closing: Promise<void> | undefined;
  return {
    url,
    metricsUrl: metrics.url,
    close: () => (closing ??= close(server, ports).then(() => metrics.close())),
  };
}

/** The HTTP server around the application, with limits against slow and oversized requests. */
export function createHttpServer(ports: ApiPorts): Server {
  const { connections, connectionsPerAddress, headersMs, requestMs, proxies } = ports.limits;
  const handle = createApp(ports).callback();
  const limits = {
    // Fits an address of 2,048 escaped characters in a query, so that its problems can be reported.
    maxHeaderSize: 32 * 1024,
    headersTimeout: headersMs,
    requestTimeout: requestMs,
    // Interval at which Node checks for slow connections. Its default is 30 s.
    connectionsCheckingInterval: 1_000,
    keepAliveTimeout: 65_000,
    // The application refuses it with a body: see `requireHost`.
    requireHostHeader: false,
  };
  const server = createServer(limits, (request, response) => void handle(request, response));
  answerClientErrors(server, ports.log);
  server.maxHeadersCount = 100;
  server.maxConnections = connections;
  // Ends calls of clients that read nothing and captures without a caller. The longest wait of a call is 90 s.
  server.setTimeout(120_000);
  // Behind a proxy all connections come from one address.
  if (proxies === 0) limitConnections(server, connectionsPerAddress);
  return server;
}

/** Closes further connections of an address with `max` open ones, before it reads a byte. */
function limitConnections(server: Server, max: number): void {
  const openCounts = new Map<string, number>();
  server.on("connection", (socket: Socket) => {
    const address = socket.remoteAddress ?? "";
    const count = openCounts.get(address) ?? 0;
    if (count >= max) return socket.destroy();
    openCounts.set(address, count + 1);
    socket.once("close", () => {
      const left = (openCounts.get(address) ?? 1) - 1;
      if (left === 0) openCounts.delete(address);
      else openCounts.set(address, left);
    });
  });
}

function listen(server: Server, { host, port }: { host: string; port: number }): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => resolve(urlOf(server.address())));
  });
}

function urlOf(address: AddressInfo | string | null): string {
  if (address === null || typeof address === "string") throw new Error("The server has no TCP address.");
  const host = address.family === "IPv6" ? `[${address.address}]` : address.address;
  return `http://${host}:${address.port}`;
}

async function prepareStores({ database, objects, lifecycle, log }: ApiPorts): Promise<void> {
  for (let wait = 1_000; !lifecycle.draining(); wait = Math.min(wait * 2, 30_000)) {
    try {
      await Promise.all([ensureIndexes(database), objects.ensureBucket()]);
      return;
    } catch (err) {
      log.warn({ err }, "indexes or the bucket could not be made yet");
      await sleep(wait, undefined, { signal: lifecycle.signal, ref: false }).catch(() => undefined);
    }
  }
}

/** Stops a server in order: it reports not ready, stops accepting, finishes running requests, and closes the ports. */
export async function close(server: Server, ports: ApiPorts, limitMs: number = drainMs): Promise<void> {
  ports.log.info("stopping");
  ports.lifecycle.drain();
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  const overdue = setTimeout(() => server.closeAllConnections(), limitMs);
  await closed;
  clearTimeout(overdue);
  await closePorts(ports);
  ports.log.info("stopped");
}
