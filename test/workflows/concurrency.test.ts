import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "chai";
import type { CaptureContext, CaptureRequest } from "#activities/ports.ts";
import { type RunningApi, startApi } from "#api/server.ts";
import { type Database, openDatabase } from "#data/mongo.ts";
import { createEgressPolicy } from "#egress/policy.ts";
import type { Env } from "#schemas/settings/env.ts";
import { plans } from "#schemas/settings/plans.ts";
import { readEnv } from "#schemas/settings/readEnv.ts";
import { freePorts } from "#stack/supervisor/processes.ts";
import { createLogger } from "#telemetry/logger.ts";
import { lazyClient, temporalTarget } from "#temporal-config/target.ts";
import { type RunningWorker, startWorker } from "#worker/startWorker.ts";
import { workflowIds } from "#orders/messages.ts";
import { type Caller, newCaller } from "../support/pipeline.ts";
import { servers } from "../support/servers.ts";
import { until } from "../support/until.ts";

const host = "at-once.example.com";

/** Stands in for a browser with many slots. Counts the running captures of each account and ends them on request. */
class Browser {
  /** Captures under way, and the most there were at once, by account. */
  readonly underWay = new Map<string, number>();
  readonly most = new Map<string, number>();
  /** Milliseconds a capture takes; null until it is let go. */
  ms: number | null = 100;
  #held = Promise.withResolvers<void>();

  letGo(): void {
    this.#held.resolve();
    this.#held = Promise.withResolvers<void>();
  }

  async capture({ accountId, spec }: CaptureRequest, { signal }: CaptureContext) {
    const mine = new URL(spec.url).hostname === host;
    if (mine) this.#count(accountId, 1);
    try {
      if (mine) {
        const gone = new Promise<never>((_resolve, reject) => {
          signal.addEventListener("abort", () => reject(signal.reason));
        });
        await Promise.race([this.ms === null ? this.#held.promise : sleep(this.ms), gone]);
      }
    } finally {
      if (mine) this.#count(accountId, -1);
    }
    return {
      page: { finalUrl: spec.url, statusCode: 200, title: "", contentType: "text/html", redirects: [] },
      screenshot: { bytes: Buffer.from("a picture"), format: "jpg" as const, width: 1280, height: 720 },
      pdf: null,
      recording: null,
      probed: null,
      contents: { challenge: null, isEmpty: false, text: null },
      timings: { navigation: 0, capture: 0, extraction: 0 },
    };
  }

  #count(accountId: string, change: 1 | -1): void {
    const now = (this.underWay.get(accountId) ?? 0) + change;
    this.underWay.set(accountId, now);
    this.most.set(accountId, Math.max(now, this.most.get(accountId) ?? 0));
  }
}

describe("an account's concurrent captures", function () {
  this.timeout(90_000);
  let browser: Browser;
  let env: Env;
  let worker: RunningWorker;
  let api: RunningApi;
  let database: Database;
  let temporal: ReturnType<typeof lazyClient>;

  before(async () => {
    const { settings } = await servers();
    const [port = 0] = await freePorts(1);
    env = readEnv(
      {
        ...settings,
        WATCHFRAME_PORT: String(port),
        WATCHFRAME_PUBLIC_URL: `http://127.0.0.1:${port}`,
        WATCHFRAME_BROWSER_CONCURRENCY: "8",
        WATCHFRAME_LOG_LEVEL: process.env["TEST_LOG_LEVEL"] ?? "silent",
      },
      () => "",
    );
    browser = new Browser();
    [worker, api] = await Promise.all([work(), startApi(env)]);
    database = openDatabase(env.WATCHFRAME_MONGO_URL);
    temporal = lazyClient(temporalTarget(env));
  });
  after(async () => {
    browser.letGo();
    await Promise.all([api?.close(), worker?.stop()]);
    await Promise.all([database?.close(), temporal?.close()]);
  });
  beforeEach(() => {
    browser.ms = 100;
  });

  function work(): Promise<RunningWorker> {
    return startWorker({
      env,
      logger: createLogger({ name: "worker", level: env.WATCHFRAME_LOG_LEVEL }),
      policy: createEgressPolicy({ allow: "" }),
      openBrowser: () =>
        Promise.resolve({
          capture: { capture: (request, context) => browser.capture(request, context) },
          status: () => ({ starts: 1, active: 0, waiting: 0 }),
          close: () => Promise.resolve(),
        }),
    });
  }

  const page = (path: string, more: object = {}) => ({
    url: `https://${host}/${path}`,
    screenshot: true,
    extractMetadata: false,
    ...more,
  });
  const submit = (caller: Caller, count: number, more: object = {}) =>
    Promise.all(Array.from({ length: count }, (_, index) => caller.submit(page(String(index), more))));
  const completed = async (caller: Caller, ids: readonly string[]) => {
    for (const id of ids) {
      const { status, error } = await caller.ended(id);
      expect([status, error]).to.deep.equal(["completed", undefined]);
    }
  };
  const line = (accountId: string) => database.waitQueues.findOne({ _id: `captures:${accountId}` });
  const inLine = async (accountId: string) => (await line(accountId))?.count ?? 0;
  const settled = (accountId: string) =>
    until(async () => {
      const record = await database.slotLeases.findOne({ _id: `captures:${accountId}` });
      return record?.count === 0 && !record.hasWaiters && (await inLine(accountId)) === 0;
    });

  it("number at most the plan's concurrency, and do not delay other accounts", async () => {
    const [busy, other] = [await newCaller(api.url, database, "free"), await newCaller(api.url, database, "starter")];
    browser.ms = null;
    const concurrency = plans.free.concurrency ?? 0;
    const ids = await submit(busy, 4 * concurrency);
    const { accountId } = busy;
    await until(async () => (await inLine(accountId)) === 3 * concurrency);
    expect(browser.underWay.get(accountId)).to.equal(concurrency);
    const others = await submit(other, 1);
    await until(async () => browser.underWay.get(other.accountId) === 1);
    browser.ms = 50;
    browser.letGo();
    await completed(other, others);
    await completed(busy, ids);
    expect(browser.most.get(accountId)).to.equal(concurrency);
    await settled(accountId);
  });

  it("are not counted when the plan has no limit", async () => {
    const caller = await newCaller(api.url, database, "unlimited");
    browser.ms = null;
    const ids = await submit(caller, 8);
    const { accountId } = caller;
    await until(async () => browser.underWay.get(accountId) === 8);
    browser.ms = 10;
    browser.letGo();
    await completed(caller, ids);
    expect(await database.slotLeases.findOne({ _id: `captures:${accountId}` })).to.equal(null);
  });

  it("begin by priority, then by time of the request", async () => {
    const caller = await newCaller(api.url, database, "free");
    browser.ms = null;
    const first = await submit(caller, 2);
    const { accountId } = caller;
    await until(async () => browser.underWay.get(accountId) === 2);
    const waiting: string[] = [];
    for (const priority of ["low", "normal", "normal", "high"]) {
      waiting.push(...(await submit(caller, 1, { priority })));
      await until(async () => (await inLine(accountId)) === waiting.length);
    }
    const [low = "", normal = "", later = "", high = ""] = waiting;
    browser.letGo();
    await until(async () => (await inLine(accountId)) === 2);
    expect(Object.keys((await line(accountId))?.waiters ?? {})).to.have.members([low, later]);
    await until(async () => browser.underWay.get(accountId) === 2);
    browser.ms = 10;
    browser.letGo();
    await completed(caller, [...first, high, normal, later, low]);
    await settled(accountId);
  });

  it("free their places in the queue on cancellation, termination and start", async () => {
    const caller = await newCaller(api.url, database, "free");
    browser.ms = null;
    const ids = await submit(caller, 6);
    const { accountId } = caller;
    await until(async () => (await inLine(accountId)) === 4);
    const waiting = Object.keys((await line(accountId))?.waiters ?? {});
    const [cancelled = "", terminated = ""] = waiting;
    await caller.call("DELETE", `/jobs/${cancelled}`);
    await until(async () => (await inLine(accountId)) === 3);
    await temporal.client.workflow.getHandle(workflowIds.renderJob(terminated)).terminate("by the test");
    browser.ms = 10;
    browser.letGo();
    await completed(
      caller,
      ids.filter((id) => id !== cancelled && id !== terminated),
    );
    expect(browser.most.get(accountId)).to.equal(2);
    await settled(accountId);
  });

  it("start by the reconciler when a process died between releasing a slot and granting it", async () => {
    const caller = await newCaller(api.url, database, "free");
    browser.ms = null;
    const ids = await submit(caller, 3);
    const { accountId } = caller;
    await until(async () => (await inLine(accountId)) === 1);
    // The slot loses its mark of waiting captures, so no release grants it.
    await database.slotLeases.updateOne({ _id: `captures:${accountId}` }, { $set: { hasWaiters: false } });
    browser.ms = 10;
    browser.letGo();
    await completed(caller, ids);
    await settled(accountId);
  });

  it("start when the leases of a dead worker run out", async () => {
    const caller = await newCaller(api.url, database, "free");
    const [id = ""] = await submit(caller, 1);
    await completed(caller, [id]);
    const { accountId } = caller;
    const gone = new Date(Date.now() + 2_000);
    const { matchedCount } = await database.slotLeases.updateOne(
      { _id: `captures:${accountId}` },
      { $set: { count: 2, "leases.one": gone, "leases.two": gone } },
    );
    expect(matchedCount).to.equal(1);
    await completed(caller, await submit(caller, 3));
    expect(Date.now()).to.be.at.least(gone.getTime());
    await settled(accountId);
  });
});
