import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { createAccount, createKey } from "#data/accounts.ts";
import { openDatabase } from "#data/mongo.ts";
import { CrawlList } from "#schemas/crawl.ts";
import { demoClient } from "./demo/client.ts";
import { fillAccount } from "./demo/fillAccount.ts";
import { renderPage } from "./demo/renderPage.ts";
import { watchForStop } from "./foreground.ts";
import { openSession } from "./pictures/session.ts";
import { takePictures } from "./pictures/takePictures.ts";
import { serveSampleSite } from "./site.ts";
import { type StackInfo, startStack } from "./startStack.ts";
import { freePorts } from "./supervisor/processes.ts";

const pictures = path.join(import.meta.dirname, "..", "docs", "pictures");
const { signal } = watchForStop(process.env);
const home = await mkdtemp(path.join(tmpdir(), "watchframe-pictures-"));
const site = await serveSampleSite();
const [apiPort = 0] = await freePorts(1);
try {
  // Pages may reach the sample site, and, only in this stack, the console itself.
  const allowed = `${site.address},127.0.0.1:${apiPort}`;
  const env = { ...process.env, WATCHFRAME_EGRESS_ALLOW: allowed, WATCHFRAME_PUBLIC_URL: undefined };
  const stack = await startStack({ home, onLine: console.log, env, signal, apiPort });
  try {
    await picture(stack.info, process.argv[2] ?? pictures);
  } finally {
    await stack.stop();
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
} finally {
  await site.close();
  await rm(home, { recursive: true, force: true, maxRetries: 5 });
}

async function picture({ apiUrl, apiKey, mongoUrl }: StackInfo, folder: string): Promise<void> {
  const owner = demoClient(apiUrl, apiKey, signal);
  console.log("filling the account …");
  const run = await fillAccount(owner, site);
  site.show("first");
  const job = await renderPage(owner, site.url, console.log);
  const [crawl] = (await owner.get(CrawlList, "/crawls?limit=1")).crawls;
  const places = {
    monitorId: run.monitorId,
    runId: run.id,
    jobId: job.id,
    crawlId: crawl?.id ?? "",
    pageUrl: site.url,
  };
  // Another account renders the console, so that these renders are not in the pictures.
  const client = demoClient(apiUrl, await createPhotographer(mongoUrl), signal);
  const session = await openSession(apiUrl, apiKey);
  try {
    await takePictures(folder, { apiUrl, client, session, places }, sayPicture);
  } finally {
    await session.end();
  }
}

function sayPicture(name: string, bytes: number): void {
  console.log(`${name}: ${Math.ceil(bytes / 1_000)} kB`);
}

/** Resolves to the key of a new account. */
async function createPhotographer(mongoUrl: string): Promise<string> {
  const database = openDatabase(mongoUrl);
  try {
    const { _id: accountId } = await createAccount(database, { email: "photographer@localhost", plan: "unlimited" });
    return (await createKey(database, { accountId, name: "pictures", scopes: ["render", "read"] })).key;
  } finally {
    await database.close();
  }
}
