import { expect } from "chai";
import type { Monitor } from "#schemas/monitor/monitor.ts";
import type { MonitorRun } from "#schemas/monitor/run.ts";
import { mailsTo, type SentMail } from "./mails.ts";
import { type Caller, newCaller, type Pipeline } from "./pipeline.ts";
import type { Receiver } from "./receiver.ts";
import { until } from "./until.ts";

/** A caller's monitors of one page, as the API shows them. */
export type Monitors = {
  /** A request below `/render/monitors`: the reply's body with its status. */
  call<Reply>(method: string, path: string, body?: unknown): Promise<Reply & { status: number }>;
  /** Creates an hourly monitor with small pictures; the rest is as by default, unless `body` says otherwise. */
  create(body?: Record<string, unknown>): Promise<Monitor>;
  get(id: string): Promise<Monitor>;
  /** The first baseline's run, once there is one. */
  based(id: string): Promise<string>;
  runsOf(id: string): Promise<MonitorRun[]>;
  runOf(id: string, runId: string): Promise<MonitorRun>;
  /** A run once it has ended. */
  ended(id: string, runId: string): Promise<MonitorRun>;
  /** The monitor once no run of its is under way and it says when the next one is due. */
  idle(id: string): Promise<Monitor>;
  /** A run by hand, once it has ended and the monitor shows what it led to: its incident, its messages and the next run. */
  runNow(id: string): Promise<MonitorRun>;
};

/** A small capture, which is compared much faster than the default size. */
export const smallCapture = { width: 320, height: 240 };

/** The caller's monitors of `url`. */
export function monitorsOf({ database }: Pipeline, caller: Caller, url: string): Monitors {
  const call: Monitors["call"] = async (method, path, body) => {
    const reply = await caller.call(method, `/render/monitors${path}`, body);
    return { ...(await reply.json()), status: reply.status };
  };
  const monitors: Monitors = {
    call,
    async create(body = {}) {
      const request = { name: "Prices", url, intervalMinutes: 60, capture: smallCapture, ...body };
      return (await call<{ monitor: Monitor }>("POST", "", request).then(expectStatus(201))).monitor;
    },
    get: async (id) => (await call<{ monitor: Monitor }>("GET", `/${id}`).then(expectStatus(200))).monitor,
    based: (id) =>
      until(async () => (await monitors.get(id)).baselineRunId).catch(async (error: unknown) => {
        throw new Error(`no baseline by these runs: ${JSON.stringify(await monitors.runsOf(id))}`, { cause: error });
      }),
    runsOf: async (id) => (await call<{ runs: MonitorRun[] }>("GET", `/${id}/runs`).then(expectStatus(200))).runs,
    runOf: async (id, runId) =>
      (await call<{ run: MonitorRun }>("GET", `/${id}/runs/${runId}`).then(expectStatus(200))).run,
    idle: (id) =>
      until(async () => {
        if ((await database.monitors.findOne({ _id: id }))?.runId !== null) return false;
        const monitor = await monitors.get(id);
        return (monitor.nextRunAt === null || Date.parse(monitor.nextRunAt) > Date.now()) && monitor;
      }),
    ended: (id, runId) =>
      until(async () => {
        const run = await monitors.runOf(id, runId);
        return run.completedAt !== undefined && run;
      }, 60_000),
    async runNow(id) {
      await monitors.idle(id);
      const { run } = await untilAccepted(() => call<{ run: MonitorRun }>("POST", `/${id}/run`)).then(
        expectStatus(202),
      );
      expect(run.status).to.equal("queued");
      const ended = await monitors.ended(id, run.id);
      await until(() => hasApplied(id, ended), 60_000);
      return ended;
    },
  };
  /** The monitor's state is newer than the end of its run. A monitor that was deleted meanwhile has no newer state. */
  const hasApplied = async (id: string, { completedAt = "" }: MonitorRun): Promise<boolean> => {
    const record = await database.monitors.findOne({ _id: id });
    if (record === null || record.spec.wanted === "deleted") return true;
    return record.state.lastRunAt !== null && record.state.lastRunAt >= new Date(completedAt);
  };
  return monitors;
}

/** Checks the status of a reply. A failure shows the reply's body. */
function expectStatus(expected: number) {
  return <Reply extends { status: number }>(reply: Reply): Reply => {
    expect(reply.status, JSON.stringify(reply)).to.equal(expected);
    return reply;
  };
}

/**
 * Repeats a call while its reply says `retryable`, and returns the last reply. A rolling baseline moves just after a run, and a
 * manual run that meets this is refused with 409 `run_in_progress`.
 */
async function untilAccepted<Reply>(call: () => Promise<Reply & { retryable?: boolean }>): Promise<Reply> {
  const repeatUntil = Date.now() + 20_000;
  return until(async () => {
    const reply = await call();
    return (reply.retryable !== true || Date.now() > repeatUntil) && reply;
  }, 60_000);
}

/** An alert as its webhook got it. */
type AlertEvent = { type: string; data: Record<string, unknown> };

/** A monitor of an account of its own, and the alerts about it, oldest first. */
export type WatchedPage = {
  id: string;
  monitors: Monitors;
  /** The alerts, once there are at least `count`. */
  events(count: number): Promise<AlertEvent[]>;
  /** The mails to the account, once there are `count`. */
  mails(count: number): Promise<SentMail[]>;
};

/**
 * Creates an account with a monitor of `url` and waits for its baseline. `name` names the account's mail address and the
 * receiver's path.
 */
export async function watchPage(
  { pipeline, receiver, url }: { pipeline: Pipeline; receiver: Receiver; url: string },
  name: string,
  body: Record<string, unknown>,
): Promise<WatchedPage> {
  const { apiUrl, database, env } = pipeline;
  const caller = await newCaller(apiUrl, database);
  const email = `${name}@readers.example`;
  await database.accounts.updateOne({ _id: caller.accountId }, { $set: { email } });
  const monitors = monitorsOf(pipeline, caller, url);
  const { id } = await monitors.create({ alerts: { webhook: { url: `${receiver.url}/${name}` } }, ...body });
  await monitors.based(id);
  const events = () =>
    receiver.received.filter(({ path }) => path === `/${name}`).map((one): AlertEvent => JSON.parse(one.body));
  return {
    id,
    monitors,
    events: (count) => until(async () => events().length >= count && events()),
    mails: (count) => mailsTo(env.WATCHFRAME_POSTMARK_URL, email, { count }),
  };
}
