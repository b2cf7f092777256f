import { createServer, type Server, type ServerResponse } from "node:http";
import { Registry } from "prom-client";
import type { Env } from "#schemas/settings/env.ts";
import type { Logger } from "./logger.ts";

/** The metrics endpoint. */
export type MetricsServer = { /** Null if metrics are turned off. */ url: string | null; close(): Promise<void> };

type Settings = Pick<Env, "WATCHFRAME_METRICS_HOST" | "WATCHFRAME_METRICS_PORT">;

/** A source of metrics in Prometheus' text format, such as a registry. No two sources may have the same metric. */
type Source = Pick<Registry, "metrics">;

/** Serves `GET /metrics` on its own address, which clients do not reach. Port 0 turns it off. */
export async function serveMetrics(env: Settings, sources: readonly Source[], log: Logger): Promise<MetricsServer> {
  const { WATCHFRAME_METRICS_HOST: host, WATCHFRAME_METRICS_PORT: port } = env;
  if (port === 0) return { url: null, close: () => Promise.resolve() };
  const server = createServer({ requestTimeout: 10_000, headersTimeout: 5_000 }, (request, response) => {
    const isMetrics = request.method === "GET" && request.url?.split("?", 1)[0] === "/metrics";
    if (!isMetrics) return void response.writeHead(404).end();
    send(sources, response).catch((err: unknown) => {
      log.error({ err }, "metrics could not be read");
      response.writeHead(500).end();
    });
  });
  await listen(server, host, port);
  const url = `http://${host.includes(":") ? `[${host}]` : host}:${port}/metrics`;
  log.info({ url }, "metrics");
  return { url, close: () => close(server) };
}

async function send(sources: readonly Source[], response: ServerResponse): Promise<void> {
  const texts = await Promise.all(sources.map((source) => source.metrics()));
  response.writeHead(200, { "Content-Type": Registry.PROMETHEUS_CONTENT_TYPE }).end(texts.join("\n"));
}

function listen(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, resolve);
  });
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
