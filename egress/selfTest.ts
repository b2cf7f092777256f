import { createServer } from "node:http";
import { type CanaryHits, hostilePage, hostileWorker, openCanaries } from "./hostilePage.ts";
import { closeServer, listen } from "./listen.ts";

export { openCanaries } from "./hostilePage.ts";
export { canaryOrigins, hostileDone, hostilePage } from "./hostilePage.ts";

/** The servers of the self-test at start-up: canaries and the hostile page. */
export type SelfTest = {
  /** The hostile page. Load it through a proxy whose policy is `createEgressPolicy({ allow })`, wait for `hostileDone`. */
  url: string;
  /** The page's own `host:port`. Allow no other. */
  allow: string;
  /** Number of requests for the page; zero means that the test did not run. */
  served(): number;
  /** Hits on the canaries. Any hit is a leak, and the worker must not become ready. */
  hits(): CanaryHits;
  close(): Promise<void>;
};

/** Opens canaries and serves the hostile page, all on loopback. */
export async function openSelfTest(): Promise<SelfTest> {
  const canaries = await openCanaries();
  let served = 0;
  const server = createServer((request, response) => {
    const worker = request.url === "/hostile-worker.js";
    if (request.url === "/") served += 1;
    response.writeHead(200, { "content-type": worker ? "text/javascript" : "text/html; charset=utf-8" });
    response.end(worker ? hostileWorker(canaries.targets) : hostilePage(canaries.targets));
  });
  const port = await listen(server, "127.0.0.1");
  return {
    url: `http://127.0.0.1:${port}/`,
    allow: `127.0.0.1:${port}`,
    served: () => served,
    hits: canaries.hits,
    async close() {
      await closeServer(server);
      await canaries.close();
    },
  };
}
