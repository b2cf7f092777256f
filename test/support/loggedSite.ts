import { createServer, type IncomingMessage, type ServerResponse } from "node:http";

/** One request for a page as the host saw it, milliseconds of `performance.now()`. */
export type Visit = { path: string; at: number; answeredAt: number | null };

/** `delay` is milliseconds; the reply also waits until `held` resolves; `html` stands below the page's heading; with `drop` the connection is cut instead. */
export type HostReply = {
  status?: number;
  headers?: Record<string, string>;
  delay?: number;
  held?: Promise<void>;
  html?: string;
  drop?: boolean;
};

/** A host on a loopback address of its own, which records the time of each request. */
export type LoggedHost = {
  /** `127.0.0.x:port`, as `WATCHFRAME_EGRESS_ALLOW` lists it. */
  allow: string;
  url: string;
  visits: Visit[];
  /** The answer to the `count`th visit of a path. Default: a small page. */
  answer: (path: string, count: number) => HostReply;
  close(): Promise<void>;
};

/** Starts hosts on 127.0.0.2, 127.0.0.3 and so on. */
export function startHosts(count: number): Promise<LoggedHost[]> {
  return Promise.all(Array.from({ length: count }, (_, index) => startHost(`127.0.0.${index + 2}`)));
}

/** Starts one host, on 127.0.0.2 unless given. Each call takes another port. */
export async function startHost(address = "127.0.0.2"): Promise<LoggedHost> {
  const visits: Visit[] = [];
  const handle = (request: IncomingMessage, response: ServerResponse): void => {
    const path = request.url ?? "";
    if (path === "/favicon.ico") return void response.writeHead(404).end();
    const visit: Visit = { path, at: performance.now(), answeredAt: null };
    visits.push(visit);
    const {
      status = 200,
      headers = {},
      delay = 0,
      held = Promise.resolve(),
      html = "",
      drop = false,
    } = host.answer(path, visits.length);
    if (drop) return void request.socket.destroy();
    const answer = (): void => {
      visit.answeredAt = performance.now();
      response
        .writeHead(status, { "content-type": "text/html", ...headers })
        .end(`<title>${path}</title><h1>${path}</h1>${html}`);
    };
    // An answer that is still to come keeps nothing alive once the host is closed.
    void held.then(() => setTimeout(answer, delay).unref());
  };
  const server = createServer(handle);
  await new Promise<void>((resolve) => server.listen(0, address, resolve));
  const bound = server.address();
  if (bound === null || typeof bound === "string") throw new Error("the host has no port");
  const allow = `${address}:${bound.port}`;
  const host: LoggedHost = {
    allow,
    url: `http://${allow}`,
    visits,
    answer: () => ({}),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return host;
}

/** Milliseconds between visits, in the order in which they came. */
export function gaps(visits: readonly Visit[]): number[] {
  return visits.slice(1).map(({ at }, index) => at - (visits[index]?.at ?? 0));
}

/** How many visits were unanswered at once, at most. */
export function maxAtOnce(visits: readonly Visit[]): number {
  return Math.max(
    0,
    ...visits.map(({ at }) => visits.filter((other) => other.at <= at && (other.answeredAt ?? Infinity) > at).length),
  );
}
