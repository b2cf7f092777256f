import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "chai";
import type { JobRecord } from "#schemas/job.ts";
import type { LoggedHost } from "./loggedSite.ts";
import { type RunningStack } from "./stack.ts";
import { until } from "./until.ts";

/** Parts that may be killed at any moment; the supervisor starts them again. */
const parts = ["worker", "api"] as const;

/** How long work is submitted and parts are killed, and how many pages a batch has. Milliseconds. */
export type FaultPlan = { duration: number; between: number; batchSize: number; seed: number };

/** What was submitted and has to be found again. */
type Submitted = { batches: { id: string; urls: string[] }[]; schedules: string[]; renders: string[] };

/**
 * Submits batches, schedules and renders while the worker and the API are killed with -9 at random moments, then waits for
 * all of it and holds the outcome against what was accepted: nothing lost, nothing charged twice, the count kept in step.
 */
export async function runWithFaults(running: RunningStack, hosts: LoggedHost[], plan: FaultPlan): Promise<Submitted> {
  const random = mulberry32(plan.seed);
  const submitted: Submitted = { batches: [], schedules: [], renders: [] };
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
    const part = parts[Math.floor(random() * parts.length)] ?? "worker";
    const pid = running.stack.info.processes[part];
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
  const pages = Array.from(
    { length: batchSize },
    (_, index) => `${hosts[index % hosts.length]?.url}/${round.round}/${index}`,
  );
  const [url = ""] = pages;
  const batch = await accepted(running, "/render/smart-batch", { urls: pages, screenshot: true });
  if (batch !== null) submitted.batches.push({ id: batch.batch ?? "", urls: pages });
  const render = await accepted(running, "/render", { url: `${url}/render` });
  if (render?.id !== undefined) submitted.renders.push(render.id);
  const scheduleAt = new Date(Date.now() + 1_000 + random() * 15_000).toISOString();
  const schedule = await accepted(running, "/render/scheduled", { url: `${url}/schedule`, scheduleAt });
  if (schedule?.id !== undefined) submitted.schedules.push(schedule.id);
}

type Reference = { id?: string; batch?: string };

/** The reply to something that was accepted; null where the API was away or died under the request. */
async function accepted({ caller }: RunningStack, path: string, body: unknown): Promise<Reference | null> {
  try {
    const reply = await caller.call("POST", path, body);
    return reply.ok ? ((await reply.json()) as Reference) : null;
  } catch {
    return null;
  }
}

async function expectAllDone(running: RunningStack, { batches, schedules, renders }: Submitted): Promise<void> {
  const { database, caller } = running;
  const ended = (jobs: JobRecord[]) => jobs.every(({ status }) => status !== "queued" && status !== "in_progress");
  const within = 120_000;
  for (const { id, urls } of batches) {
    const jobs = await until(async () => {
      const found = await database.jobs.find({ batchId: id }).toArray();
      return found.length === urls.length && ended(found) && found;
    }, within);
    expect(jobs.map(({ url, status }) => `${url} ${status}`).toSorted()).to.deep.equal(
      urls.map((url) => `${url} completed`).toSorted(),
    );
  }
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
  await expectLedgerInStep(running, caller.accountId);
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
