import { readFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import path from "node:path";

/** A text of the first edition, and the text in its place. */
type Replacement = readonly [text: string, replacement: string];

/** The site's first edition, or the second one, in which two pages have changed. */
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
/** Articles by the name of their page: title and text. */
const articles: Readonly<Record<string, readonly [title: string, text: string]>> = {
  dusk: ["When is dusk?", "A keeper needs no clock for it. The lamp is lit when the horizon fades into the sea."],
  fog: ["The sound of fog", "Two long tones, then a minute of silence. Each tower has a timetable of its own."],
  paint: ["Paint it red", "By day the lamp is off, and stripes do its work. No two towers in sight look the same."],
  keeper: ["The last keeper", "The lamp turns itself on. Twice a year, a keeper climbs the stairs to clean the glass."],
};
const missingPage = `<!doctype html><html lang="en"><title>No such page · The Harbour Journal</title>
<link rel="stylesheet" href="/style.css" /><main><h1>No such page</h1><p><a href="/">The front page</a></p></main></html>`;
const files = new Map([
  ["/", { file: "index.html", type: html }],
  ["/archive.html", { file: "archive.html", type: html }],
  ["/about.html", { file: "about.html", type: html }],
  ["/style.css", { file: "style.css", type: "text/css; charset=utf-8" }],
  ["/more.js", { file: "more.js", type: "text/javascript; charset=utf-8" }],
  ...Object.keys(articles).map((name) => [`/articles/${name}.html`, { file: "article.html", type: html }] as const),
  ...["harbour", "lens", "chart", "icon"].map(
    (name) => [`/images/${name}.svg`, { file: `images/${name}.svg`, type: "image/svg+xml" }] as const,
  ),
]);

/** How pages differ in the second edition, by file: texts of the first edition with their replacements. */
const changes: Readonly<Record<string, readonly Replacement[]>> = {
  "index.html": [
    ["</header>", '</header>\n    <p class="notice">Far Skerry is dark until Friday. Pass it on the west side.</p>'],
    ["14 March 2026", "21 March 2026"],
    ["<td>three flashes</td>", "<td>dark until Friday</td>"],
  ],
  "archive.html": [
    ["</h1>", "</h1>\n      <h2>A lamp under repair</h2>\n      <p>Far Skerry has its first dark week since 1954.</p>"],
  ],
};

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
    const send = (status: number, type: string, content: string) =>
      response.writeHead(status, { "Content-Type": type, "Cache-Control": "no-store" }).end(content);
    const { pathname } = new URL(request.url ?? "/", "http://site");
    if (request.method === "POST" && pathname === "/edition") {
      show(edition === "first" ? "second" : "first");
      send(200, "text/plain", `The site shows its ${edition} edition.\n`);
      return;
    }
    const found = files.get(pathname);
    if (!found) {
      send(404, html, missingPage);
      return;
    }
    readPage(pathname, found.file, edition).then(
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

/** The text of a path that the site has. All of its files are texts. */
async function readPage(pathname: string, file: string, edition: Edition): Promise<string> {
  const text = await readFile(path.join(folder, file), "utf8");
  const changed = edition === "second" ? (changes[file] ?? []) : [];
  return replaceTexts(text, [...changed, ...articleTexts(pathname)]);
}

function articleTexts(pathname: string): Replacement[] {
  const article = articles[path.basename(pathname, ".html")];
  return article === undefined
    ? []
    : [
        ["ARTICLE TITLE", article[0]],
        ["ARTICLE TEXT", article[1]],
      ];
}

/** @throws Error if the page lacks a text, because the second edition would look like the first one. */
function replaceTexts(page: string, replacements: readonly Replacement[]): string {
  return replacements.reduce((changed, [text, replacement]) => {
    if (!changed.includes(text)) throw new Error(`the sample page lacks ${text}`);
    return changed.replaceAll(text, replacement);
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
