import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "chai";
import { createAccount, createKey } from "#data/accounts.ts";
import { type Database, openDatabase } from "#data/mongo.ts";
import { freePorts } from "#stack/supervisor/processes.ts";
import { minimalEnvironment } from "../support/environment.ts";
import { servers } from "../support/servers.ts";
import { until } from "../support/until.ts";
import { deadPort } from "./support/testApi.ts";

const script = path.join(import.meta.dirname, "..", "..", "api", "main.ts");
const plans = JSON.stringify({ free: { requestsPerSecond: 10, concurrency: 2 } });

describe("limits of two API processes with one database", function () {
  this.timeout(120_000);
  let database: Database;
  let metricsUrl: string;
  const processes: ChildProcess[] = [];
  const urls: string[] = [];

  before(async function () {
    this.timeout(600_000);
    const { settings, info } = await servers();
    database = openDatabase(info.mongoUrl);
    const [one = 0, two = 0, metrics = 0] = await freePorts(3);
    metricsUrl = `http://127.0.0.1:${metrics}/metrics`;
    for (const port of [one, two]) {
      const url = `http://127.0.0.1:${port}`;
      const env = {
        ...minimalEnvironment(),
        ...settings,
        // Another test's workers must not run the work that these APIs accept.
        WATCHFRAME_TEMPORAL_ADDRESS: `127.0.0.1:${await deadPort()}`,
        WATCHFRAME_PORT: String(port),
        WATCHFRAME_PUBLIC_URL: url,
        WATCHFRAME_PLANS: plans,
        WATCHFRAME_METRICS_PORT: String(port === one ? metrics : 0),
        WATCHFRAME_LOG_LEVEL: "silent",
      };
      processes.push(spawn(process.execPath, [script], { env, stdio: "inherit" }));
      urls.push(url);
    }
    for (const url of urls)
      await until(async () => (await fetch(`${url}/health/live`).catch(() => null))?.ok === true, 60_000);
    // A process that lives may not have reached its database yet.
    const { headers } = await account();
    for (const url of urls) await until(async () => (await fetch(`${url}/jobs`, { headers })).ok, 60_000);
  });
  after(async () => {
    await Promise.all(
      processes.map(async (child) => {
        if (child.exitCode !== null || child.signalCode !== null) return;
        child.kill("SIGKILL");
        await once(child, "close");
      }),
    );
    await database?.close();
  });

  const account = async () => {
    const { _id: accountId } = await createAccount(database, { email: "two@example.com", plan: "free" });
    const { key } = await createKey(database, { accountId, name: "two", scopes: ["render", "read"] });
    return { accountId, headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/json" } };
  };

  it("allow no more requests of a key per second than the plan", async () => {
    const { headers } = await account();
    await sleep(1_000 - (Date.now() % 1_000));
    const begun = Date.now();
    const replies = await Promise.all(
      Array.from({ length: 60 }, (_, place) => fetch(`${urls[place % 2]}/jobs`, { headers })),
    );
    const seconds = Math.floor(Date.now() / 1_000) - Math.floor(begun / 1_000) + 1;
    const count = (wanted: number) => replies.filter(({ status }) => status === wanted).length;
    expect(count(200)).to.be.within(10, 10 * seconds);
    expect(count(200) + count(429)).to.equal(60);
  });

  it("count an account's synchronous calls together, those of a process that was killed too", async () => {
    const { accountId, headers } = await account();
    const shoot = (url: string) =>
      fetch(`${url}/render/screenshot`, { method: "POST", headers, body: '{"url": "https://example.com/"}' });
    const [first = "", second = ""] = urls;
    const cutOff = Promise.all([shoot(first), shoot(first)]).catch(() => "cut off");
    const held = () =>
      until(
        async () =>
          Object.keys((await database.slotLeases.findOne({ _id: `calls:${accountId}` }))?.leases ?? {}).length === 2,
      );
    await held();
    expect((await shoot(second)).status).to.equal(429);
    const metrics = await (await fetch(metricsUrl)).text();
    expect(metrics).to.match(
      /watchframe_http_request_duration_seconds_count\{method="GET",route="\/jobs",status="(200|429)"\} \d+/,
    );
    processes[0]?.kill("SIGKILL");
    expect(await cutOff).to.equal("cut off");
    await held();
    const record = await database.slotLeases.findOne({ _id: `calls:${accountId}` });
    for (const end of Object.values(record?.leases ?? {}))
      expect(end.getTime() - Date.now()).to.be.within(60_000, 95_000);
    await database.outbox.deleteMany({ accountId });
    await database.jobs.deleteMany({ accountId });
  });
});
