import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startStack } from "#stack/startStack.ts";
import { findChrome } from "./programs.ts";
import { type RawPuppeteer, rawPuppeteer } from "./rawPuppeteer.ts";
import { median, quantile, timed } from "./statistics.ts";
import { trivialPage } from "./samplePages.ts";

const rounds = 3;

/**
 * Measures the warm service and puppeteer alone, in turn: latency of one render at a time from POST to `completed`, and
 * throughput under load. On a shared machine only the ratios are meaningful.
 */
export async function pipelineBench(): Promise<void> {
  const site = await listen();
  const home = await mkdtemp(join(tmpdir(), "watchframe-bench-"));
  const env = { ...process.env, WATCHFRAME_EGRESS_ALLOW: site.host, WATCHFRAME_PORT: "0" };
  const stack = await startStack({ home, onLine: console.log, env });
  const puppeteer = await rawPuppeteer(await findChrome());
  try {
    const render = client(stack.info.apiUrl, stack.info.apiKey);
    await timed({ count: 20, width: 4 }, () => Promise.all([puppeteer.shoot(site.url), render(site.url)]));
    await latency(puppeteer, render, site.url);
    await throughput(puppeteer, render, site.url);
  } finally {
    await puppeteer.close();
    await stack.stop();
    site.server.close();
    await rm(home, { recursive: true, force: true, maxRetries: 5 });
  }
}

type Render = (url: string) => Promise<void>;

async function latency(raw: RawPuppeteer, render: Render, url: string): Promise<void> {
  const [alone, ours]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    alone.push(...(await timed({ count: 25, width: 1 }, () => raw.shoot(url))).each);
    ours.push(...(await timed({ count: 25, width: 1 }, () => render(url))).each);
  }
  console.log(`\nlatency, one at a time (ms)      median    p95`);
  console.log(`  puppeteer alone             ${row(median(alone), quantile(alone, 0.95))}`);
  console.log(`  POST to completed           ${row(median(ours), quantile(ours, 0.95))}`);
  console.log(`  ratio of medians             ${(median(ours) / median(alone)).toFixed(2)}   (must be at most 2.5)`);
}

async function throughput(raw: RawPuppeteer, render: Render, url: string): Promise<void> {
  const alone = new Map<number, number[]>([2, 4, 8].map((width) => [width, []]));
  const ours: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    for (const [width, rates] of alone)
      rates.push(60_000 / (await timed({ count: 60, width }, () => raw.shoot(url))).all);
    ours.push(120_000 / (await timed({ count: 120, width: 60 }, () => render(url))).all);
  }
  const best = Math.max(...[...alone.values()].map(median));
  console.log(`\nthroughput, work waiting (per second)`);
  for (const [width, rates] of alone) console.log(`  puppeteer alone, ${width} at once    ${median(rates).toFixed(1)}`);
  console.log(`  the service                  ${median(ours).toFixed(1)}`);
  console.log(`  ratio to the best            ${(median(ours) / best).toFixed(2)}   (must be at least 0.6)`);
}

function row(...figures: number[]): string {
  return figures.map((figure) => figure.toFixed(0).padStart(8)).join("");
}

/** A client that submits one render and waits for its end. */
function client(apiUrl: string, apiKey: string): Render {
  const headers = { authorization: `Bearer ${apiKey}`, "content-type": "application/json" };
  return async (url) => {
    const submitted = await fetch(new URL("/render", apiUrl), {
      method: "POST",
      headers,
      body: JSON.stringify({ url }),
    });
    const { statusUrl }: { statusUrl: string } = await submitted.json();
    for (;;) {
      const reply = await fetch(`${statusUrl}?wait=60`, { headers });
      const { job }: { job: { status: string; error?: unknown } } = await reply.json();
      if (job.status === "completed") return;
      if (job.status === "failed") throw new Error(`render failed: ${JSON.stringify(job.error)}`);
    }
  };
}

async function listen(): Promise<{ server: Server; url: string; host: string }> {
  const server = createServer((_request, response) => response.setHeader("content-type", "text/html").end(trivialPage));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the site has no port");
  const host = `127.0.0.1:${address.port}`;
  return { server, host, url: `http://${host}/` };
}
