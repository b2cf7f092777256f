import { expect } from "chai";
import { ConcurrencyLimited } from "#activities/failures.ts";
import { createCaptureSlots } from "#activities/throttle/captureSlots.ts";
import { beginPause, createAccount, endPause } from "#data/accounts.ts";
import { openDatabase } from "#data/mongo.ts";
import { runCli } from "#stack/commands/runCli.ts";
import { createLogger } from "#telemetry/logger.ts";
import { minimalEnvironment } from "../support/environment.ts";
import { type Caller, newCaller, type Pipeline, startPipeline } from "../support/pipeline.ts";
import { servers } from "../support/servers.ts";
import { type HeldSite, startHeldSite } from "../support/stack.ts";
import { until } from "../support/until.ts";

describe("an account that is paused by the operator", function () {
  this.timeout(120_000);
  let site: HeldSite;
  let pipeline: Pipeline;
  let caller: Caller;

  before(async () => {
    site = await startHeldSite();
    site.release();
    pipeline = await startPipeline({ allow: [site.host] });
    caller = await newCaller(pipeline.apiUrl, pipeline.database);
  });
  after(async () => {
    await pipeline?.stop();
    await site?.close();
  });

  async function cli(...args: string[]): Promise<{ code: number | null; output: string }> {
    const { WATCHFRAME_MONGO_URL, WATCHFRAME_TEMPORAL_ADDRESS, WATCHFRAME_TEMPORAL_NAMESPACE } = pipeline.env;
    const env = { WATCHFRAME_MONGO_URL, WATCHFRAME_TEMPORAL_ADDRESS, WATCHFRAME_TEMPORAL_NAMESPACE };
    const { code, text } = await runCli(args, { ...minimalEnvironment(), ...env });
    return { code, output: text };
  }

  const json = async <Body>(method: string, path: string, body?: unknown): Promise<Body> =>
    (await caller.call(method, path, body)).json();
  const createMonitor = async (): Promise<string> => {
    const request = { name: "held", url: `${site.url}/watched`, intervalMinutes: 60 };
    return (await json<{ monitor: { id: string } }>("POST", "/render/monitors", request)).monitor.id;
  };
  const statusOf = async (path: string): Promise<string> => {
    const shown = await json<{ status?: string; monitor?: { status: string } }>("GET", path);
    return shown.monitor?.status ?? shown.status ?? JSON.stringify(shown);
  };

  it("pauses monitors and schedules and refuses new work; the resume continues only what ran", async () => {
    // Its first run does not end before the pause does: it is paused all the same.
    site.hold();
    const running = `/render/monitors/${await createMonitor()}`;
    const stopped = `/render/monitors/${await createMonitor()}`;
    await caller.call("PATCH", stopped, { status: "paused" });
    const recurring = { url: `${site.url}/now/again`, pattern: "0 3 * * *" };
    const created = await json<{ id: string }>("POST", "/render/schedule-recurring", recurring);
    const schedule = `/render/scheduled/${created.id}`;
    await until(async () => (await statusOf(schedule)) === "active");

    const first = await cli("accounts", "pause", caller.accountId);
    expect(first.output).to.include("paused with it: 1 monitors, 1 schedules");
    const shown = async () => [await statusOf(running), await statusOf(stopped), await statusOf(schedule)];
    await until(async () => (await shown()).every((status) => status === "paused"));
    expect((await cli("accounts", "pause", caller.accountId)).output).to.include("0 monitors, 0 schedules");
    expect((await cli("accounts", "list")).output).to.match(new RegExp(`${caller.accountId} .*paused since`));

    const page = { url: `${site.url}/now/refused` };
    const refused = await until(async () => {
      const reply = await caller.call("POST", "/render", page);
      return reply.status === 403 ? reply : null;
    });
    expect(await refused.json()).to.include({ error: "account_paused", type: "plan_restricted" });
    for (const [method, path, body] of [
      ["POST", "/render/smart-batch", { urls: [page.url] }],
      ["POST", "/render/screenshot", page],
      ["POST", `${running}/run`, {}],
      ["PATCH", running, { status: "active" }],
      ["PATCH", schedule, { status: "active" }],
    ] as const)
      expect((await caller.call(method, path, body)).status, `${method} ${path}`).to.equal(403);
    expect((await caller.call("GET", "/jobs")).status).to.equal(200);

    expect((await cli("accounts", "resume", caller.accountId)).output).to.include("1 monitors, 1 schedules");
    await until(async () => (await shown()).join() === "active,paused,active");
    site.release();
    await until(async () => (await caller.call("POST", "/render", page)).status === 202);
    expect((await cli("accounts", "resume", caller.accountId)).output).to.include("is not paused");
    expect((await cli("accounts", "pause", "unknown")).code).to.equal(1);
  });
});

describe("the captures of an account that is paused", function () {
  this.timeout(60_000);

  it("of all kinds of work start only after the account is resumed, in the order of the queue", async () => {
    // No worker runs: its reconciler would give places, too.
    const database = openDatabase((await servers()).info.mongoUrl);
    const { _id: accountId } = await createAccount(database, { email: "held@example.com", plan: "pro" });
    const granted: string[] = [];
    // Each as another worker, which has not seen the account before.
    const createSlots = () =>
      createCaptureSlots({
        database,
        limits: { maxConcurrentPages: 2, minSpacingMs: 250 },
        notifySlotGranted: async (_workflowId, grantedId) => granted.push(grantedId) > 0,
        logger: createLogger({ name: "test", level: "silent" }),
      });
    const capture = (leaseId: string) =>
      createSlots().run({ accountId, host: null, leaseId, seconds: 10, keeps: () => false }, async () => "captured");
    expect(await capture("before")).to.equal("captured");
    await beginPause(database, accountId, new Date());
    const refusal = await capture("during").catch((error: unknown) => error);
    expect(refusal).to.be.instanceOf(ConcurrencyLimited);
    const since = new Date().toISOString();
    await createSlots().enqueue({
      slotKey: `captures:${accountId}`,
      accountId,
      leaseId: "during",
      workflowId: "render:during",
      priority: 3,
      since,
    });
    await createSlots().grantAll();
    expect(granted).not.to.include("during");
    await endPause(database, accountId);
    await createSlots().grantAll();
    expect(granted).to.include("during");
    expect(await capture("during")).to.equal("captured");
    await database.close();
  });
});
