import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { expect } from "chai";
import { taskQueues } from "#orders/messages.ts";
import { cacheDirOf } from "#stack/provision/cache.ts";
import { provisionTemporal } from "#stack/provision/temporal.ts";
import { freePorts } from "#stack/supervisor/processes.ts";
import { appliesConfiguration, setUpTemporal } from "#temporal-config/setup.ts";
import { minimalEnvironment } from "../support/environment.ts";
import { servers } from "../support/servers.ts";
import { until } from "../support/until.ts";

describe("whether a Temporal server applies server.yaml", function () {
  this.timeout(120_000);
  let started: ChildProcess[] = [];
  afterEach(async () => {
    for (const child of started) child.kill();
    await Promise.all(started.map(async (child) => child.exitCode ?? once(child, "exit")));
    started = [];
  });

  /** Starts a development server without storage and without dynamic configuration. */
  async function startPlainServer(): Promise<{ address: string; namespace: string }> {
    const executable = await provisionTemporal({ env: process.env, cacheDir: cacheDirOf(process.env), onLine() {} });
    const [port = 0] = await freePorts(1);
    const args = ["server", "start-dev", "--headless", "--ip", "127.0.0.1", "--port", String(port)];
    started.push(spawn(executable, args, { stdio: "ignore", env: { PATH: process.env["PATH"], HOME: tmpdir() } }));
    const target = { address: `127.0.0.1:${port}`, namespace: "default" };
    await until(async () => {
      try {
        await setUpTemporal(target);
        return true;
      } catch {
        return false;
      }
    }, 30_000);
    return target;
  }

  it("is said by npm run temporal-config for the embedded server, which does", async () => {
    const { temporalAddress: WATCHFRAME_TEMPORAL_ADDRESS } = (await servers()).info;
    const more = { WATCHFRAME_TEMPORAL_ADDRESS, WATCHFRAME_TEMPORAL_NAMESPACE: "checked-by-the-command" };
    const env = { ...minimalEnvironment(), ...more };
    const { stdout, status } = spawnSync(process.execPath, ["temporal-config/main.ts"], { env, encoding: "utf8" });
    const last = stdout.trim().split("\n").at(-1);
    expect([status, last]).to.deep.equal([0, "the server applies server.yaml, so priority and fairness are kept"]);
  });

  it("is denied for a server without the file", async () => {
    expect(await appliesConfiguration(await startPlainServer())).to.equal(false);
  });

  it("is seen by the queue of captures, to which the file gives one partition", () => {
    const configuration = readFileSync(new URL("../../temporal-config/server.yaml", import.meta.url), "utf8");
    const queues = [...configuration.matchAll(/taskQueueName: "([^"]+)"/g)].map(([, name]) => name);
    expect(new Set(queues)).to.deep.equal(new Set([taskQueues.browser]));
  });
});
