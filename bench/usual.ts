import sharp from "sharp";
import { findChrome } from "./programs.ts";
import { onStack, type BenchStack } from "./onStack.ts";
import { type RawPuppeteer, rawPuppeteer } from "./rawPuppeteer.ts";
import { median, quantile, timed } from "./statistics.ts";
import { usualPageNames, usualSite } from "./usualPages.ts";

const rounds = 5;
const perRound = 10;
/** Pictures of each page that are compared with the settled page. */
const comparedCount = 20;

type Shoot = (url: string) => Promise<unknown>;

/**
 * Measures pictures of usual pages, the service and puppeteer alone in turn: one and four at once, by the reply of
 * `POST /render/screenshot` and from `POST /render` to `completed`. Then it counts the pictures that equal the settled page.
 */
export async function usualBench(): Promise<void> {
  const puppeteer = await rawPuppeteer(await findChrome());
  try {
    await onStack({ site: await usualSite(), atOnce: 8, onLine: () => undefined }, async (bench) => {
      for (const width of [1, 4]) await compareTimes(bench, puppeteer, width);
      await showStages(bench);
      await compareSettled(bench, puppeteer);
    });
  } finally {
    await puppeteer.close();
  }
}

/** The picture in the reply. */
function sync({ call }: BenchStack): Shoot {
  return async (url) => (await call("POST", "/render/screenshot", { url })).arrayBuffer();
}

type Timings = Record<string, number>;

/** A job, which is waited for. Returns its stages in milliseconds. */
function async({ call }: BenchStack): (url: string) => Promise<Timings> {
  return async (url) => {
    const { id }: { id: string } = await (await call("POST", "/render", { url })).json();
    for (;;) {
      const reply = await call("GET", `/status/${id}?wait=60`);
      const { job }: { job: { status: string; result?: { timings: Timings }; error?: unknown } } = await reply.json();
      if (job.result !== undefined) return job.result.timings;
      if (job.status === "failed") throw new Error(`render failed: ${JSON.stringify(job.error)}`);
    }
  };
}

async function compareTimes(bench: BenchStack, raw: RawPuppeteer, width: number): Promise<void> {
  const ways: Record<string, Shoot> = { alone: raw.shoot, sync: sync(bench), async: async(bench) };
  console.log(
    `\n${width} at once, ms        alone    sync  ratio   async  ratio  (medians; ratios of medians per round)`,
  );
  for (const name of usualPageNames) {
    const url = bench.url + encodeURIComponent(name);
    const medians = new Map(Object.keys(ways).map((way): [string, number[]] => [way, []]));
    for (const shoot of Object.values(ways)) await timed({ count: 4, width }, () => shoot(url));
    for (let round = 0; round < rounds; round += 1)
      for (const [way, shoot] of Object.entries(ways))
        medians.get(way)?.push(median((await timed({ count: perRound * width, width }, () => shoot(url))).each));
    const of = (way: string) => medians.get(way) ?? [];
    const ratio = (way: string) => median(of(way).map((ms, round) => ms / (of("alone")[round] ?? Number.NaN)));
    const figures = [median(of("alone")), median(of("sync")), ratio("sync"), median(of("async")), ratio("async")];
    console.log(
      `  ${name.padEnd(20)}${figures.map((figure) => figure.toFixed(figure < 10 ? 2 : 0).padStart(7)).join("")}`,
    );
  }
}

/** Medians of each stage of single jobs. */
async function showStages(bench: BenchStack): Promise<void> {
  const render = async(bench);
  console.log("\nstages of one job, ms   (median, and the slowest tenth)");
  for (const name of usualPageNames) {
    const all: Timings[] = [];
    for (let count = 0; count < 20; count += 1) all.push(await render(bench.url + encodeURIComponent(name)));
    const stages = Object.keys(all[0] ?? {}).map((stage) => {
      const sample = all.map((timings) => timings[stage] ?? 0);
      return `${stage} ${median(sample)} (${quantile(sample, 0.9)})`;
    });
    console.log(`  ${name.padEnd(20)}${stages.join(", ")}`);
  }
}

/** Counts pictures without any different pixel from the page as it is two seconds later. */
async function compareSettled(bench: BenchStack, puppeteer: RawPuppeteer): Promise<void> {
  console.log(`\npictures equal to the settled page, of ${comparedCount}`);
  for (const name of usualPageNames) {
    const url = bench.url + encodeURIComponent(name);
    const settled = await pixels(await puppeteer.shootSettled(url));
    let [ours, alone] = [0, 0];
    for (let count = 0; count < comparedCount; count += 1) {
      const picture = await (await bench.call("POST", "/render/screenshot", { url, format: "png" })).arrayBuffer();
      if (settled.equals(await pixels(Buffer.from(picture)))) ours += 1;
      if (settled.equals(await pixels(await puppeteer.shootPng(url)))) alone += 1;
    }
    console.log(`  ${name.padEnd(20)}service ${ours}, puppeteer alone ${alone}`);
  }
}

function pixels(picture: Uint8Array): Promise<Buffer> {
  return sharp(picture).removeAlpha().raw().toBuffer();
}
