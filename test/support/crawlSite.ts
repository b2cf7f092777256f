import { createServer, type IncomingHttpHeaders } from "node:http";

/** An answer of a site. Default: HTML with status 200. */
export type SiteAnswer = {
  status?: number;
  headers?: Record<string, string>;
  body?: string | Buffer;
  /** Sent when this resolves. */
  held?: Promise<void>;
};

/** A site to crawl, which records its requests. */
export type CrawlSite = {
  /** `127.0.0.1:port`, as `WATCHFRAME_EGRESS_ALLOW` lists it. */
  host: string;
  url: string;
  /** Paths with queries, in the order in which they were asked for; favicons left out. */
  asked: string[];
  /** The answer to an address; 404 if it returns undefined. */
  answer: (url: URL) => SiteAnswer | undefined;
  /** Called with the headers of each request. */
  onRequest: (headers: IncomingHttpHeaders) => void;
  close(): Promise<void>;
};

/** Starts a site on a free port of a loopback address. */
export async function startCrawlSite(address = "127.0.0.1"): Promise<CrawlSite> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "/", `http://${request.headers.host}`);
    if (url.pathname === "/favicon.ico") return void response.writeHead(404).end();
    asked.push(`${url.pathname}${url.search}`);
    site.onRequest(request.headers);
    const answer = site.answer(url) ?? { status: 404, body: "nothing here" };
    const { status = 200, headers = {}, body = "", held = Promise.resolve() } = answer;
    const send = () => response.writeHead(status, { "content-type": "text/html; charset=utf-8", ...headers }).end(body);
    void held.then(send);
  });
  await new Promise<void>((resolve) => server.listen(0, address, resolve));
  const bound = server.address();
  if (bound === null || typeof bound === "string") throw new Error("the site has no port");
  const host = `${address}:${bound.port}`;
  const site: CrawlSite = {
    host,
    url: `http://${host}`,
    asked,
    answer: () => undefined,
    onRequest: () => undefined,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return site;
}

/** A page that links to addresses, with more in its head. */
export function pageWith(links: readonly string[], head = ""): SiteAnswer {
  const anchors = links.map((href) => `<a href="${href}">${href.replace(/[?#].*$/, "")}</a>`).join("\n");
  return {
    body: `<!doctype html><html lang="en"><head><title>A page</title>${head}</head><body>${anchors}</body></html>`,
  };
}

/** Answers of a site made of pages that link to each other. */
export function siteOf(pages: Readonly<Record<string, SiteAnswer | readonly string[]>>): CrawlSite["answer"] {
  return ({ pathname, search }) => {
    const page = pages[`${pathname}${search}`];
    if (page === undefined) return undefined;
    return isLinks(page) ? pageWith(page) : page;
  };
}

function isLinks(page: SiteAnswer | readonly string[]): page is readonly string[] {
  return Array.isArray(page);
}
