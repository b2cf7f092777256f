import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import type { Job } from "#schemas/job.ts";
import type { MonitorRun } from "#schemas/monitor/run.ts";
import { createLoginLink } from "./account.ts";
import { type DemoClient, demoClient } from "./demo/client.ts";
import { fillAccount } from "./demo/fillAccount.ts";
import { renderPage } from "./demo/renderPage.ts";
import { writeReport } from "./demo/report/writeReport.ts";
import { type Foreground, watchForStop } from "./foreground.ts";
import { homeOf } from "./home.ts";
import type { Environment } from "./environment.ts";
import { type SampleSite, serveSampleSite } from "./site.ts";
import { type StackHandle, type StackInfo, startStack } from "./startStack.ts";
import { HomeInUse } from "./supervisor/supervisor.ts";

/** A page to render, whether it is the sample site's, and whether the stack stays up afterwards. */
type Order = { url: string; isSample: boolean; keep: boolean };

const outputDir = path.join(import.meta.dirname, "..", "demo-output");
const begunMs = Date.now();

const foreground = watchForStop(process.env);
try {
  await demo(process.argv.slice(2), process.env, foreground);
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}

async function demo(args: string[], env: Environment, { signal, onForceStop, shutdown }: Foreground): Promise<void> {
  const { wanted, keep } = readArguments(args);
  // Monitors of an earlier demo may be due, so the site is there even if another page is rendered.
  const site = await serveSampleSite();
  const order = { url: wanted ?? site.url, isSample: wanted === undefined, keep };
  try {
    say(
      `demo of ${order.url}${order.isSample ? " (the bundled sample site; npm run demo -- URL renders another page)" : ""}`,
    );
    const allowed = [env["WATCHFRAME_EGRESS_ALLOW"], site.address].filter((pair) => pair).join(",");
    const own = { ...env, WATCHFRAME_EGRESS_ALLOW: allowed, WATCHFRAME_PUBLIC_URL: undefined };
    await withStack(own, signal, async (stack) => {
      onForceStop(() => stack.kill());
      const { info } = stack;
      say(`the stack is up: API ${info.apiUrl}, its docs ${info.docsUrl}, Temporal ${info.temporalUiUrl}`);
      await work(order, demoClient(info.apiUrl, info.apiKey, signal), site);
      if (keep) {
        await invite(info, site);
        await shutdown;
      }
      say("stopping the stack …");
    });
    say(`done, in ${seconds(Date.now() - begunMs)}`);
    if (!keep) say("npm run demo -- --keep leaves the console open to look around");
  } finally {
    await site.close();
  }
}

function readArguments(args: string[]): { wanted: string | undefined; keep: boolean } {
  const keep = args.includes("--keep");
  const [wanted, ...others] = args.filter((argument) => argument !== "--keep");
  if (others.length > 0 || (wanted !== undefined && !/^https?:\/\//.test(wanted)))
    throw new Error("usage: npm run demo [-- [--keep] [http(s)://address]]");
  return { wanted, keep };
}

/** Runs a stack in the demo's own home, beside `npm start`. A second demo at the same time gets a temporary home. */
async function withStack(
  env: Environment,
  signal: AbortSignal,
  use: (stack: StackHandle) => Promise<void>,
): Promise<void> {
  const options = { onLine: say, env, signal, apiPort: 0 };
  let temporary: string | undefined;
  let stack: StackHandle;
  try {
    stack = await startStack({ ...options, home: path.join(homeOf(env), "demo") });
  } catch (error) {
    if (!(error instanceof HomeInUse)) throw error;
    temporary = await mkdtemp(path.join(tmpdir(), "watchframe-demo-"));
    stack = await startStack({ ...options, home: temporary });
  }
  try {
    await use(stack);
  } finally {
    await stack.stop();
    if (temporary) await rm(temporary, { recursive: true, force: true });
  }
}

async function work({ url, isSample }: Order, client: DemoClient, site: SampleSite): Promise<void> {
  const job = await renderPage(client, url, say);
  await keepOutputs(job, client);
  const run = isSample ? await findChange(client, site) : null;
  const file = await writeReport(outputDir, client, { job, run });
  say(`wrote the report: open ${pathToFileURL(file).href} in a browser`);
}

async function findChange(client: DemoClient, site: SampleSite): Promise<MonitorRun> {
  const run = await fillAccount(client, site);
  const { differenceRatio = 0, regionCount = 0 } = run;
  say(`a monitor found a change of the site: ${(differenceRatio * 100).toFixed(1)} %, in ${regionCount} areas`);
  say("the account has renders, a batch, a crawl, a schedule and four monitors");
  return run;
}

/** Says how to look around while the stack stays up. */
async function invite(info: StackInfo, site: SampleSite): Promise<void> {
  const link = await createLoginLink(info.mongoUrl, info.apiUrl, info.apiKey);
  say(`the console is at ${link} (this link logs in once, within 15 minutes)`);
  say(`mails arrive at ${info.mailUrl}`);
  say(`curl -X POST ${site.url}edition changes the sample site, and once more changes it back`);
  say("Ctrl-C stops it");
}

async function keepOutputs(job: Job, client: DemoClient): Promise<void> {
  await rm(outputDir, { recursive: true, force: true });
  await mkdir(outputDir, { recursive: true });
  const { screenshot, markdown, links, colors, metadata } = job.result ?? {};
  const outputs = [
    { name: `screenshot.${screenshot?.format ?? "jpg"}`, output: screenshot },
    { name: "page.md", output: markdown },
    { name: "links.json", output: links },
    { name: "colors.json", output: colors },
    { name: "metadata.json", output: metadata },
  ];
  const kept = outputs.map(async ({ name, output }) => {
    if (!output) return undefined;
    await writeFile(path.join(outputDir, name), await client.bytes(output.url));
    return `${name} (${Math.ceil(output.bytes / 1024)} kB)`;
  });
  await writeFile(path.join(outputDir, "job.json"), `${JSON.stringify(job, undefined, 2)}\n`);
  const names = (await Promise.all(kept)).filter((name) => name !== undefined);
  const size = screenshot ? `, the picture has ${screenshot.width} × ${screenshot.height} pixels` : "";
  say(`wrote demo-output/: ${[...names, "job.json"].join(", ")}${size}`);
}

function say(line: string): void {
  console.log(`[${seconds(Date.now() - begunMs).padStart(6)}] ${line}`);
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}
