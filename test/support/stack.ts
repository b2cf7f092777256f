import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Database, openDatabase } from "#data/mongo.ts";
import { startStack, type StackHandle } from "#stack/startStack.ts";
import { type Caller, callerWith } from "./pipeline.ts";
import { environmentWithoutSettings } from "./environment.ts";

/** The embedded stack as a user runs it, every part a process of its own, and the first account's caller. */
export type RunningStack = {
  home: string;
  stack: StackHandle;
  database: Database;
  caller: Caller;
  /** The same account at each process of the API. */
  callers: Caller[];
  stop(): Promise<void>;
};

/** Starts the stack in a home of its own, or the one given, with a free port for its API, and more settings than usual where given. */
export async function runStack({
  allow,
  more = {},
  processes = { api: 1, worker: 1 },
  home: given,
}: {
  allow: string[];
  more?: Record<string, string>;
  processes?: { api: number; worker: number };
  home?: string;
}): Promise<RunningStack> {
  const home = given ?? (await mkdtemp(join(tmpdir(), "watchframe-e2e-")));
  const env = { ...environmentWithoutSettings(), WATCHFRAME_EGRESS_ALLOW: allow.join(","), ...more };
  const onLine = (line: string): void => console.log(`    ${line}`);
  const stack = await startStack({ home, env, apiPort: 0, processes, onLine });
  const { apiUrl, apiKey, accountId, mongoUrl } = stack.info;
  const database = openDatabase(mongoUrl);
  return {
    home,
    stack,
    database,
    caller: callerWith(apiUrl, { accountId, key: apiKey }),
    callers: stack.apiUrls.map((url) => callerWith(url, { accountId, key: apiKey })),
    async stop() {
      await database.close();
      await stack.stop();
      if (given === undefined) await rm(home, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** A site that holds its page back until the test releases it. */
export type HeldSite = {
  host: string;
  url: string;
  /** Every request so far. */
  seen: IncomingMessage[];
  /** Resolves once `count` requests for the page have come in. */
  visited(count: number): Promise<void>;
  /** Answers all waiting requests, and later ones at once. */
  release(): void;
  /** HTML of the page; null for the small page. */
  page: string | null;
  /** Lets later requests wait again. */
  hold(): void;
  close(): Promise<void>;
};

const plainPage = "<!doctype html><title>Held</title><h1>Here it is</h1>";

/** Starts a site that answers every path with a small page, once it is released; `/now` and below are never held. */
export async function startHeldSite(): Promise<HeldSite> {
  const seen: IncomingMessage[] = [];
  let waiting: ServerResponse[] = [];
  let held = true;
  let watchers: (() => void)[] = [];
  const answer = (response: ServerResponse): void => {
    // With an ETag the site can stand in for a caller's storage as well.
    response
      .setHeader("content-type", "text/html; charset=utf-8")
      .setHeader("etag", '"1"')
      .end(site.page ?? plainPage);
  };
  const server = createServer((request, response) => {
    seen.push(request);
    for (const watcher of watchers) watcher();
    if (held && !(request.url ?? "").startsWith("/now")) waiting.push(response);
    else answer(response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the site has no port");
  const host = `127.0.0.1:${address.port}`;
  const site: HeldSite = {
    host,
    url: `http://${host}`,
    seen,
    page: null,
    visited: (count) =>
      new Promise((resolve) => {
        const check = (): void => {
          if (seen.filter(({ url }) => url !== "/favicon.ico").length < count) return;
          watchers = watchers.filter((watcher) => watcher !== check);
          resolve();
        };
        watchers.push(check);
        check();
      }),
    release() {
      held = false;
      for (const response of waiting) answer(response);
      waiting = [];
    },
    hold() {
      held = true;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return site;
}
