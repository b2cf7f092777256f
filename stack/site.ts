import { readFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import path from "node:path";

/** The site's first edition, or the second one, in which the start page has changed. */
type Edition = "first" | "second";

/** The sample site and its address. */
export type SampleSite = {
  url: string;
  /** host:port, as WATCHFRAME_EGRESS_ALLOW takes it. */
  address: string;
  /** Shows an edition. `POST /edition` shows the other one. */
  show(edition: Edition): void;
  close(): Promise<void>;
};

const folder = path.join(import.meta.dirname, "site");
const html = "text/html; charset=utf-8";
const files = new Map([
  ["/", { file: "index.html", type: html }],
  ["/archive.html", { file: "archive.html", type: html }],
  ["/about.html", { file: "about.html", type: html }],
  ["/style.css", { file: "style.css", type: "text/css; charset=utf-8" }],
  ["/more.js", { file: "more.js", type: "text/javascript; charset=utf-8" }],
  ...["harbour", "lens", "chart", "icon"].map(
    (name) => [`/images/${name}.svg`, { file: `images/${name}.svg`, type: "image/svg+xml" }] as const,
  ),
]);

/** How the start page differs in the second edition: a text of the first one, and its replacement. */
const changes: readonly [text: string, replacement: string][] = [
  ["</header>", '</header>\n    <p class="notice">Far Skerry is dark until Friday. Pass it on the west side.</p>'],
  ["14 March 2026", "21 March 2026"],
  ["<td>three flashes</td>", "<td>dark until Friday</td>"],
];

/** Below the ports that Linux assigns itself. With the same port each time, monitors of the site keep their address. */
const usualPort = 3080;

/**
 * Serves the sample site on loopback, at port 3080 or, if that is taken, at a free one. It lists its files, so no path
 * reaches another file.
 */
export async function serveSampleSite(): Promise<SampleSite> {
  let edition: Edition = "first";
  const show = (shown: Edition): void => void (edition = shown);
  const server = createServer((request, response) => {
    const send = (status: number, type: string, content: string | Buffer) =>
      response.writeHead(status, { "Content-Type": type, "Cache-Control": "no-store" }).end(content);
    const { pathname } = new URL(request.url ?? "/", "http://site");
    if (request.method === "POST" && pathname === "/edition") {
      show(edition === "first" ? "second" : "first");
      send(200, "text/plain", `The site shows its ${edition} edition.\n`);
      return;
    }
    const found = files.get(pathname);
    if (!found) {
      send(404, "text/plain", "not found\n");
      return;
    }
    readPage(found.file, edition).then(
      (content) => send(200, found.type, content),
      (error: unknown) => send(500, "text/plain", String(error)),
    );
  });
  const address = `127.0.0.1:${await listen(server, usualPort).catch(() => listen(server, 0))}`;
  return {
    url: `http://${address}/`,
    address,
    show,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function readPage(file: string, edition: Edition): Promise<string | Buffer> {
  const bytes = await readFile(path.join(folder, file));
  return file === "index.html" && edition === "second" ? secondEdition(String(bytes)) : bytes;
}

/** @throws Error if the page lacks a text that changes, because the second edition would look like the first one. */
function secondEdition(page: string): string {
  return changes.reduce((changed, [text, replacement]) => {
    if (!changed.includes(text)) throw new Error(`the sample page lacks ${text}`);
    return changed.replace(text, replacement);
  }, page);
}

/** Resolves to the port. */
function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", () => {
      server.off("error", reject);
      const bound = server.address();
      resolve(typeof bound === "object" && bound ? bound.port : 0);
    });
  });
}
