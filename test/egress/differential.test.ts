import { createHash } from "node:crypto";
import type { RequestListener } from "node:http";
import { expect } from "chai";
import { Server as OracleProxy } from "proxy-chain";
import type { JobProxy } from "#egress/jobProxy.ts";
import { type Answer, ask, openPolicy, openProxy, serveSite, stopAfterTest, stopAll } from "./support.ts";

/** A site that echoes its requests, in a different form for each path. */
const site: RequestListener = (request, response) => {
  const hash = createHash("sha256");
  request.on("data", (chunk: Buffer) => hash.update(chunk));
  request.on("end", () => {
    const { host, accept, cookie, "x-many": many } = request.headers;
    const body = JSON.stringify([request.method, request.url, host, accept, cookie, many, hash.digest("hex")]);
    const status = Number(/^\/status\/(\d+)/.exec(request.url ?? "")?.[1] ?? 200);
    if (request.url === "/close") response.shouldKeepAlive = false;
    const more = request.url === "/chunks" ? ["Transfer-Encoding", "chunked"] : ["X-Case", "Kept"];
    response.writeHead(status, ["Location", "/next", "Set-Cookie", "a=1", "Set-Cookie", "b=2", ...more]);
    response.end(status === 204 || status === 304 ? undefined : body);
  });
};

const requests: [
  path: string,
  options?: { method?: string; body?: string; headers?: Record<string, string | string[]> },
][] = [
  ["/"],
  ["/a%20b/c;d?e=f&g=%2F#fragment"],
  ["/", { method: "POST", body: "x".repeat(100_000) }],
  ["/", { method: "PUT", body: "", headers: { "content-length": "0" } }],
  ["/", { method: "POST", headers: { "transfer-encoding": "chunked" }, body: "chunked" }],
  ["/", { method: "DELETE" }],
  ["/", { method: "OPTIONS" }],
  ["/", { method: "HEAD" }],
  ["/", { headers: { accept: "text/html", cookie: "a=1; b=2", "x-many": ["1", "2"] } }],
  ["/chunks"],
  ["/close"],
  ...[204, 301, 302, 304, 307, 404, 500, 503].map((status): [string] => [`/status/${status}`]),
];

describe("the proxy beside an independent one (proxy-chain)", () => {
  afterEach(stopAll);

  for (const [path, options] of requests)
    it(`answers ${options?.method ?? "GET"} ${path} alike`, async () => {
      const { port } = await serveSite(site);
      const url = `http://127.0.0.1:${port}${path}`;
      // Browsers send this header. The other proxy forwards it unchanged.
      const asked = { ...options, headers: { host: `127.0.0.1:${port}`, ...options?.headers } };
      const ours = await ask(await openProxy(openPolicy([port])), url, asked);
      expect(comparable(ours)).to.deep.equal(comparable(await ask(await openOracle(), url, asked)));
    });
});

async function openOracle(): Promise<Pick<JobProxy, "url">> {
  const server = new OracleProxy({ port: 0, host: "127.0.0.1" });
  await server.listen();
  stopAfterTest(() => server.close(true));
  return { url: `http://127.0.0.1:${server.port}` };
}

/** Removes headers that may differ between proxies: connection, framing and date. */
function comparable({ status, headers, body }: Answer): unknown {
  const own = new Set(["connection", "keep-alive", "transfer-encoding", "content-length", "date"]);
  return [status, Object.entries(headers).filter(([name]) => !own.has(name)), body];
}
