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
  /** A run by hand, once it has ended. */
  runNow(id: string): Promise<MonitorRun>;
};

/** A small capture, which is compared much faster than the default size. */
export const smallCapture = { width: 320, height: 240 };

/** The caller's monitors of `url`. */
export function monitorsOf({ database }: Pipeline, caller: Caller, url: string): Monitors {
  const monitors: Monitors = {
    async call<Reply>(method: string, path: string, body?: unknown) {
      const reply = await caller.call(method, `/render/monitors${path}`, body);
      return { ...((await reply.json()) as Reply), status: reply.status };
    },
    async create(body = {}) {
      const request = { name: "Prices", url, intervalMinutes: 60, capture: smallCapture, ...body };
      const { status, monitor } = await monitors.call<{ monitor: Monitor }>("POST", "", request);
      expect(status).to.equal(201);
      return monitor;
    },
    get: async (id) => (await monitors.call<{ monitor: Monitor }>("GET", `/${id}`)).monitor,
    based: (id) => until(async () => (await monitors.get(id)).baselineRunId),
    runsOf: async (id) => (await monitors.call<{ runs: MonitorRun[] }>("GET", `/${id}/runs`)).runs,
    runOf: async (id, runId) => (await monitors.call<{ run: MonitorRun }>("GET", `/${id}/runs/${runId}`)).run,
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
      // The API asks for a retry if the monitor's state changes during the call: its baseline moves just after a run.
      const { run, ...reply } = await until(async () => {
        const tried = await monitors.call<{ run?: MonitorRun }>("POST", `/${id}/run`);
        return tried.status !== 409 && tried;
      });
      expect(run?.status, JSON.stringify(reply)).to.equal("queued");
      return monitors.ended(id, run?.id ?? "");
    },
  };
  return monitors;
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
