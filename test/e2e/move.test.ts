import { readFile, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect } from "chai";
import type { Monitor } from "#schemas/monitor/monitor.ts";
import { runCli } from "#stack/commands/runCli.ts";
import { type ServersHandle, startServers } from "#stack/servers.ts";
import { environmentWithoutSettings } from "../support/environment.ts";
import { callerWith } from "../support/pipeline.ts";
import { type Receiver, startReceiver } from "../support/receiver.ts";
import { type HeldSite, runStack, type RunningStack, startHeldSite } from "../support/stack.ts";
import { until } from "../support/until.ts";

const pageWith = (text: string, colour: string) =>
  `<!doctype html><title>Prices</title><body style="margin:0;background:${colour}"><h1>${text}</h1>`;

/** Settings of the servers that a home is moved to. */
const targetNames = [
  "MONGO_URL",
  "TEMPORAL_ADDRESS",
  "S3_ENDPOINT",
  "S3_BUCKET",
  "S3_ACCESS_KEY_ID",
  "S3_SECRET_ACCESS_KEY",
];

describe("moving a home to servers of its own", function () {
  this.timeout(240_000);
  let folder: string;
  let site: HeldSite;
  let receiver: Receiver;
  let servers: ServersHandle;
  let running: RunningStack | undefined;

  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "watchframe-move-"));
    [site, receiver] = await Promise.all([startHeldSite(), startReceiver()]);
    servers = await startServers({
      home: path.join(folder, "servers"),
      env: environmentWithoutSettings(),
      onLine: () => undefined,
    });
  });
  after(async () => {
    await running?.stop();
    await servers?.stop();
    await Promise.all([site?.close(), receiver?.close()]);
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  });

  it("keeps accounts, pictures, baselines and incidents, and its monitors go on", async () => {
    const allow = [site.host, receiver.host];
    const home = path.join(folder, "home");
    const first = (running = await runStack({ allow, home }));
    const { accountId } = first.caller;
    let caller = first.caller;
    const call = async <Reply>(method: string, target: string, body?: unknown): Promise<Reply> => {
      const reply = await caller.call(method, target, body);
      if (!reply.ok) throw new Error(`${method} ${target} answered ${reply.status}: ${await reply.text()}`);
      return reply.json();
    };
    const monitorOf = async (id: string) => (await call<{ monitor: Monitor }>("GET", `/render/monitors/${id}`)).monitor;
    const told = () => receiver.received.map(({ body }): string => JSON.parse(body).type);

    site.page = pageWith("19.99", "#fff");
    const job = await first.caller.submit({ url: `${site.url}/now/job` });
    await first.caller.ended(job);
    const { monitor } = await call<{ monitor: Monitor }>("POST", "/render/monitors", {
      name: "Prices",
      url: `${site.url}/now/prices`,
      intervalMinutes: 60,
      baselineMode: "fixed",
      alerts: { webhook: { url: `${receiver.url}/prices` } },
    });
    const baseline = await until(async () => (await monitorOf(monitor.id)).baselineRunId);
    site.page = pageWith("SOLD OUT", "#300");
    await call("POST", `/render/monitors/${monitor.id}/run`);
    await until(() => Promise.resolve(told().length === 1));
    await until(async () => (await first.database.monitors.findOne({ _id: monitor.id }))?.runId === null);
    await until(async () => (await first.database.deliveries.countDocuments({ status: "pending" })) === 0);
    const { incident } = await monitorOf(monitor.id);
    const { apiKey } = first.stack.info;
    const runs = await first.database.runs.countDocuments();
    await first.stop();
    running = undefined;

    const target = Object.fromEntries(
      targetNames.map((name) => [`WATCHFRAME_${name}`, servers.settings[`WATCHFRAME_${name}`] ?? ""]),
    );
    const env = { ...environmentWithoutSettings(), ...target, WATCHFRAME_HOME: home };
    const others = {
      WATCHFRAME_KEY_RING: `k1:${Buffer.alloc(32).toString("base64")}`,
      WATCHFRAME_SIGNING_KEY: "x".repeat(44),
    };
    const empty = await runCli(["move"], { ...env, WATCHFRAME_HOME: path.join(folder, "none") });
    expect(empty.text).to.match(/none has no data: npm start has not run there\n$/);
    const wrong = await runCli(["move"], { ...env, ...others });
    expect(wrong.code).to.equal(1);
    expect(wrong.text).to.match(
      /^WATCHFRAME_KEY_RING lacks a key of the home: set it to `keyRing` in .*state\.json\n$/,
    );
    const state: { keyRing: string; signingKey: string } = JSON.parse(
      await readFile(path.join(home, "state.json"), "utf8"),
    );
    const keys = { WATCHFRAME_KEY_RING: state.keyRing, WATCHFRAME_SIGNING_KEY: state.signingKey };
    const moved = await runCli(["move"], { ...env, ...keys });
    const [copied, started] = moved.text.split("\n");
    expect(copied).to.match(new RegExp(`^copied 1 accounts, 1 monitors, 1 jobs, ${runs} runs, [1-9]\\d* objects$`));
    expect(started).to.equal("the first worker starts 1 monitors");
    expect((await runCli(["move"], { ...env, ...keys })).text).to.include("has 1 accounts already");

    const second = (running = await runStack({
      allow,
      home: path.join(folder, "programs"),
      more: { ...target, ...keys },
    }));
    caller = callerWith(second.stack.info.apiUrl, { accountId, key: apiKey });
    const { screenshot } = (await caller.ended(job)).result ?? {};
    const address = new URL(screenshot?.url ?? "");
    const picture = await caller.call("GET", address.pathname + address.search);
    expect([picture.status, (await picture.arrayBuffer()).byteLength]).to.deep.equal([200, screenshot?.bytes]);
    const after = await monitorOf(monitor.id);
    expect([after.baselineRunId, after.incident, after.status]).to.deep.equal([baseline, incident, "active"]);
    site.page = pageWith("19.99", "#fff");
    await until(async () => (await second.database.outbox.countDocuments()) === 0);
    await call("POST", `/render/monitors/${monitor.id}/run`);
    await until(() => Promise.resolve(told().length > 1));
    expect(told()).to.deep.equal(["monitor.change_detected", "monitor.change_recovered"]);
    expect((await monitorOf(monitor.id)).baselineRunId).to.equal(baseline);
  });
});
