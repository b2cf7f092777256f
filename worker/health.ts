import { createServer } from "node:http";

/** What a worker says of itself over HTTP, for Docker's and Kubernetes' probes. */
export type Health = {
  /** From now on the worker is, or is not, ready. */
  setReady(ready: boolean): void;
  close(): void;
};

/** Where it is asked; port 0 is nowhere. */
export type HealthPlace = { host: string; port: number };

/** Answers `/health/live` while the process runs, and `/health/ready` with 503 until it takes work and once it stops taking any. */
export async function startHealth({ host, port }: HealthPlace): Promise<Health> {
  let ready = false;
  if (port === 0) return { setReady() {}, close() {} };
  const server = createServer((request, response) => {
    const known = request.url === "/health/live" || request.url === "/health/ready";
    const well = request.url === "/health/live" || ready;
    response
      .writeHead(known ? (well ? 200 : 503) : 404, { "content-type": "application/json" })
      .end(JSON.stringify({ status: well ? "ok" : "not_ready" }));
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, resolve);
  });
  return {
    setReady(now) {
      ready = now;
    },
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
