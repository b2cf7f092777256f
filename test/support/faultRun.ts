import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "chai";
import type { JobRecord } from "#schemas/job.ts";
import { allPages, endedCrawl } from "./crawls.ts";
import type { LoggedHost } from "./loggedSite.ts";
import type { Caller } from "./pipeline.ts";
import { type RunningStack } from "./stack.ts";
import { until } from "./until.ts";

/** Parts that may be killed at any moment, as many as there are of each; the supervisor starts them again. */
const mortal = /^(?:worker|api)(?:-\d+)?$/;

/** How long work is submitted and parts are killed, and how many pages a batch has. Milliseconds. */
export type FaultPlan = { duration: number; between: number; batchSize: number; seed: number };

/** What was submitted and has to be found again. */
type Submitted = {
  batches: { id: string; urls: string[] }[];
  crawls: { id: string; urls: string[] }[];
  schedules: string[];
  renders: string[];
};

/** How long what was accepted may take to end once nothing is killed any more, milliseconds. */
const within = 120_000;

/** Pages of a site to be crawled beside its start. */
const crawledPages = 6;

/**
 * Submits batches, crawls, schedules and renders while the worker and the API are killed with -9 at random moments, then waits for
 * all of it and holds the outcome against what was accepted: nothing lost, nothing charged twice, the count kept in step.
 */
export async function runWithFaults(running: RunningStack, hosts: LoggedHost[], plan: FaultPlan): Promise<Submitted> {
  const random = mulberry32(plan.seed);
  const submitted: Submitted = { batches: [], crawls: [], schedules: [], renders: [] };
  for (const host of hosts)
    host.answer = (path) => ({
      html: linksOf(path)
        .map((href) => `<a href="${href}">${href}</a>`)
        .join(""),
    });
  const end = Date.now() + plan.duration;
  const killing = killAtRandom(running, { end, between: plan.between, random });
  for (let round = 0; Date.now() < end; round += 1) {
    await submitRound(running, submitted, { hosts, round, batchSize: plan.batchSize, random });
    await sleep(plan.between / 2);
  }
  await killing;
  await expectAllDone(running, submitted);
  return submitted;
}

type Killing = { end: number; between: number; random: () => number };

async function killAtRandom(running: RunningStack, { end, between, random }: Killing): Promise<void> {
  while (Date.now() < end) {
    await sleep(between * (0.5 + random()));
    const pids = Object.entries(running.stack.info.processes).filter(([part]) => mortal.test(part));
    const pid = pids[Math.floor(random() * pids.length)]?.[1];
    if (pid === undefined) continue;
    try {
      process.kill(pid, "SIGKILL");
    } catch {
      // It is being started again just now.
      continue;
    }
  }
}

type Round = { hosts: LoggedHost[]; round: number; batchSize: number; random: () => number };

async function submitRound(running: RunningStack, submitted: Submitted, round: Round): Promise<void> {
  const { hosts, batchSize, random } = round;
  const [first, second = first] = inTurn(running.callers, round.round);
  const pages = Array.from(
    { length: batchSize },
    (_, index) => `${hosts[index % hosts.length]?.url}/${round.round}/${index}`,
  );
  const [url = ""] = pages;
  if (round.round % 2 === 0) await submitCrawl(second, submitted, round);
  const batch = await accepted(first, "/render/smart-batch", { urls: pages, screenshot: true });
  if (batch !== null) submitted.batches.push({ id: batch.batch ?? "", urls: pages });
  const render = await accepted(second, "/render", { url: `${url}/render` });
  if (render?.id !== undefined) submitted.renders.push(render.id);
  const scheduleAt = new Date(Date.now() + 1_000 + random() * 15_000).toISOString();
  const schedule = await accepted(first, "/render/scheduled", { url: `${url}/schedule`, scheduleAt });
  if (schedule?.id !== undefined) submitted.schedules.push(schedule.id);
}

/** The same, beginning with another one each round. */
function inTurn(callers: readonly Caller[], round: number): Caller[] {
  const from = round % callers.length;
  return [...callers.slice(from), ...callers.slice(0, from)];
}

/** Sites to be crawled lie under `/site/<number>`: a start that links to pages, each of which links to the next and back. */
function linksOf(path: string): string[] {
  const [, site, page] = /^\/site\/(\d+)(?:\/(\d+))?$/.exec(path) ?? [];
  if (site === undefined) return [];
  const numbers = Array.from({ length: crawledPages }, (_, index) => index);
  if (page === undefined) return numbers.map((number) => `/site/${site}/${number}`);
  return [`/site/${site}`, `/site/${site}/${(Number(page) + 1) % crawledPages}`];
}

async function submitCrawl(caller: Caller | undefined, submitted: Submitted, { hosts, round }: Round): Promise<void> {
  const url = `${hosts[round % hosts.length]?.url}/site/${round}`;
  const crawl = await accepted(caller, "/crawl", { url, screenshot: true });
  if (crawl?.id !== undefined)
    submitted.crawls.push({
      id: crawl.id,
      urls: [url, ...linksOf(new URL(url).pathname).map((path) => new URL(path, url).href)],
    });
}

type Reference = { id?: string; batch?: string };

/** The reply to something that was accepted; null where the API was away or died under the request. */
async function accepted(caller: Caller | undefined, path: string, body: unknown): Promise<Reference | null> {
  if (caller === undefined) return null;
  try {
    const reply = await caller.call("POST", path, body);
    return reply.ok ? ((await reply.json()) as Reference) : null;
  } catch {
    return null;
  }
}

async function expectAllDone(running: RunningStack, { batches, crawls, schedules, renders }: Submitted): Promise<void> {
  const { database, caller } = running;
  const ended = (jobs: JobRecord[]) => jobs.every(({ status }) => status !== "queued" && status !== "in_progress");
  // The last death may have been the API's.
  await until(async () => (await accountReply(running))?.ok, within);
  for (const { id, urls } of batches) {
    const jobs = await until(async () => {
      const found = await database.jobs.find({ batchId: id }).toArray();
      return found.length === urls.length && ended(found) && found;
    }, within);
    expect(jobs.map(({ url, status }) => `${url} ${status}`).toSorted()).to.deep.equal(
      urls.map((url) => `${url} completed`).toSorted(),
    );
  }
  for (const { id, urls } of crawls) await expectCrawled(running, id, urls);
  for (const id of schedules) {
    await until(async () => (await database.schedules.findOne({ _id: id }))?.status === "completed", within);
    const jobs = await until(async () => {
      const found = await database.jobs.find({ scheduleId: id }).toArray();
      return ended(found) && found;
    }, within);
    expect(jobs.map(({ status }) => status)).to.deep.equal(["completed"]);
  }
  for (const id of renders) {
    await until(async () => (await database.jobs.findOne({ _id: id }))?.status === "completed", within);
  }
  await until(async () => (await database.outbox.countDocuments({})) === 0, within);
  await untilIdle(running, caller.accountId);
  await expectLedgerInStep(running, caller.accountId);
}

function accountReply({ caller }: RunningStack): Promise<Response | null> {
  return caller.call("GET", "/usage").catch(() => null);
}

/** A crawl has come to its end: every page of the site once, each by a job of its own. */
async function expectCrawled({ database, caller }: RunningStack, crawlId: string, urls: string[]): Promise<void> {
  const crawl = await endedCrawl(caller, crawlId, within);
  expect([crawl.status, crawl.stopReason]).to.deep.equal(["completed", "no_more_pages"]);
  const pages = await allPages(caller, crawlId);
  expect(pages.map(({ url, status }) => `${url} ${status}`).toSorted()).to.deep.equal(
    urls.map((url) => `${url} completed`).toSorted(),
  );
  const jobs = await database.jobs.find({ crawlId }).toArray();
  expect(jobs.map(({ _id }) => _id).toSorted()).to.deep.equal(pages.map(({ id }) => id).toSorted());
}

/** What was accepted by an API that died before it could say so has to end, too. */
async function untilIdle({ database }: RunningStack, accountId: string): Promise<void> {
  const open = { $in: ["queued" as const, "in_progress" as const] };
  await until(async () => (await database.crawls.countDocuments({ accountId, completedAt: null })) === 0, within);
  await until(async () => (await database.jobs.countDocuments({ accountId, status: open })) === 0, within);
}

/** Each job charged once, each that did not complete refunded once, and the account's count the sum of it all. */
async function expectLedgerInStep({ database }: RunningStack, accountId: string): Promise<void> {
  const [jobs, ledger, account] = await Promise.all([
    database.jobs.find({ accountId }).toArray(),
    database.ledger.find({ accountId }).toArray(),
    database.accounts.findOne({ _id: accountId }),
  ]);
  const net = new Map<string, number>();
  for (const { jobId, credits } of ledger) net.set(jobId, (net.get(jobId) ?? 0) + credits);
  for (const { _id, status, price } of jobs) {
    expect(net.get(_id) ?? 0, `credits of job ${_id}, ${status}`).to.equal(status === "completed" ? price : 0);
    net.delete(_id);
  }
  for (const [jobId, credits] of net) expect(credits, `credits of ${jobId}, which is no job`).to.equal(0);
  const sum = ledger.reduce((total, { credits }) => total + credits, 0);
  expect(account?.credits.used, "the account's count beside its ledger").to.equal(sum);
}

/** A small seeded generator, so that a run that fails can be made again (mulberry32). */
function mulberry32(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
