import { createServer, type RequestListener } from "node:http";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Database, openDatabase } from "#data/mongo.ts";
import { startStack, type StackHandle } from "#stack/startStack.ts";

/** A fresh local stack, a client of its API, and a site that its pages may reach. */
export type BenchStack = {
  stack: StackHandle;
  database: Database;
  /** Address of the site, with a slash at its end. */
  url: string;
  /** One request with the first account's key. @throws Error if it is refused. */
  call(method: string, path: string, body?: unknown): Promise<Response>;
};

/** Replies of the site, pages of it that may load at once, and a listener for lines that the stack prints. */
type Setting = { site: RequestListener; atOnce: number; onLine: (line: string) => void };

/** Starts a site and a stack, passes them to `work`, and stops both. */
export async function onStack(
  { site, atOnce, onLine }: Setting,
  work: (bench: BenchStack) => Promise<void>,
): Promise<void> {
  const server = createServer(site);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the site has no port");
  const host = `127.0.0.1:${address.port}`;
  const home = await mkdtemp(join(tmpdir(), "watchframe-bench-"));
  const env = {
    ...process.env,
    WATCHFRAME_EGRESS_ALLOW: host,
    WATCHFRAME_PORT: "0",
    // Host throttling would dominate the results.
    WATCHFRAME_HOST_CONCURRENCY: String(atOnce),
    WATCHFRAME_HOST_SPACING_MS: "0",
  };
  const stack = await startStack({ home, onLine, env });
  const database = openDatabase(stack.info.mongoUrl);
  try {
    await work({ stack, database, url: `http://${host}/`, call: callerOf(stack) });
  } finally {
    await database.close();
    await stack.stop();
    server.close();
    await rm(home, { recursive: true, force: true, maxRetries: 5 });
  }
}

function callerOf({ info }: StackHandle): BenchStack["call"] {
  return async (method, path, body) => {
    const reply = await fetch(new URL(path, info.apiUrl), {
      method,
      headers: { authorization: `Bearer ${info.apiKey}`, "content-type": "application/json" },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (!reply.ok) throw new Error(`${method} ${path} answered ${reply.status}: ${await reply.text()}`);
    return reply;
  };
}
