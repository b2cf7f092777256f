import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import path from "node:path";

/** The sample site and its address. */
export type SampleSite = {
  url: string;
  /** host:port, as WATCHFRAME_EGRESS_ALLOW takes it. */
  address: string;
  close(): Promise<void>;
};

const folder = path.join(import.meta.dirname, "site");
const files = new Map([
  ["/", { file: "index.html", type: "text/html; charset=utf-8" }],
  ["/archive.html", { file: "archive.html", type: "text/html; charset=utf-8" }],
  ["/about.html", { file: "about.html", type: "text/html; charset=utf-8" }],
  ["/style.css", { file: "style.css", type: "text/css; charset=utf-8" }],
  ["/more.js", { file: "more.js", type: "text/javascript; charset=utf-8" }],
  ...["harbour", "lens", "chart", "icon"].map(
    (name) => [`/images/${name}.svg`, { file: `images/${name}.svg`, type: "image/svg+xml" }] as const,
  ),
]);

/** Serves the sample site on a free port of loopback. It lists its files, so no path reaches another file. */
export async function serveSampleSite(): Promise<SampleSite> {
  const server = createServer((request, response) => {
    const found = files.get(new URL(request.url ?? "/", "http://site").pathname);
    if (!found) {
      response.writeHead(404, { "Content-Type": "text/plain" }).end("not found\n");
      return;
    }
    readFile(path.join(folder, found.file)).then(
      (bytes) => response.writeHead(200, { "Content-Type": found.type }).end(bytes),
      (error: unknown) => response.writeHead(500, { "Content-Type": "text/plain" }).end(String(error)),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });
  const bound = server.address();
  const port = typeof bound === "object" && bound ? bound.port : 0;
  const address = `127.0.0.1:${port}`;
  return {
    url: `http://${address}/`,
    address,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
