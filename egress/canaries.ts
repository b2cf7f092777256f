import { createSocket } from "node:dgram";
import { createServer, type RequestListener } from "node:http";
import { closeServer, listen } from "./listen.ts";

/** Where the canaries listen: none of it may ever be reached from a page. `http6` is null on machines without ::1. */
export type CanaryTargets = { http4: number; http6: number | null; udp: number };

/** How often each canary was touched: connections and requests over TCP, datagrams over UDP. */
export type CanaryHits = { tcp: number; udp: number; requests: string[] };

/** Servers that only count. */
export type Canaries = {
  targets: CanaryTargets;
  hits(): CanaryHits;
  close(): Promise<void>;
};

/** Opens an HTTP canary on 127.0.0.1 and on ::1, and a UDP one on 127.0.0.1. */
export async function openCanaries(): Promise<Canaries> {
  const hits: CanaryHits = { tcp: 0, udp: 0, requests: [] };
  const onRequest: RequestListener = (request, response) => {
    hits.requests.push(`${request.method} ${request.url}`);
    response.writeHead(200, { "access-control-allow-origin": "*" });
    response.end("canary");
  };
  const servers = [createServer(onRequest), createServer(onRequest)] as const;
  for (const server of servers) server.on("connection", () => (hits.tcp += 1));
  const http4 = await listen(servers[0], "127.0.0.1");
  const http6 = await listen(servers[1], "::1").catch(noIpv6);
  const udp = createSocket("udp4", () => (hits.udp += 1));
  await new Promise<void>((resolve) => udp.bind(0, "127.0.0.1", resolve));
  return {
    targets: { http4, http6, udp: udp.address().port },
    hits: () => ({ ...hits, requests: [...hits.requests] }),
    async close() {
      await new Promise<void>((resolve) => udp.close(() => resolve()));
      await Promise.all(servers.map(closeServer));
    },
  };
}

function noIpv6(error: unknown): null {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (code === "EADDRNOTAVAIL" || code === "EAFNOSUPPORT") return null;
  throw error;
}
