import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { expect } from "chai";
import { cacheDirOf } from "#stack/provision/cache.ts";
import { provisionTemporal } from "#stack/provision/temporal.ts";
import { freePorts } from "#stack/supervisor/processes.ts";
import { setUpTemporal } from "#temporal-config/setup.ts";
import { lazyClient } from "#temporal-config/target.ts";
import { complaintAbout, probeTaskOrder } from "#temporal-config/priorityProbe.ts";
import { minimalEnvironment } from "../support/environment.ts";
import { startPipeline } from "../support/pipeline.ts";
import { servers } from "../support/servers.ts";
import { until } from "../support/until.ts";

describe("finding out whether Temporal respects priority and fairness", function () {
  this.timeout(120_000);
  let started: ChildProcess[] = [];
  afterEach(async () => {
    for (const child of started) child.kill();
    await Promise.all(started.map(async (child) => child.exitCode ?? once(child, "exit")));
    started = [];
  });

  /** Starts a development server without storage and with the dynamic configuration `values`. */
  async function startPlainServer(...values: string[]): Promise<{ address: string; namespace: string }> {
    const executable = await provisionTemporal({ env: process.env, cacheDir: cacheDirOf(process.env), onLine() {} });
    const [port = 0] = await freePorts(1);
    const args = ["server", "start-dev", "--headless", "--ip", "127.0.0.1", "--port", String(port)];
    for (const value of values) args.push("--dynamic-config-value", value);
    started.push(spawn(executable, args, { stdio: "ignore", env: { PATH: process.env["PATH"], HOME: tmpdir() } }));
    const place = { address: `127.0.0.1:${port}`, namespace: "default" };
    await until(async () => {
      try {
        await setUpTemporal(place);
        return true;
      } catch {
        return false;
      }
    }, 30_000);
    return place;
  }

  async function probe(place: { address: string; namespace: string }) {
    const { client, close } = lazyClient(place);
    const order = await probeTaskOrder(client);
    await until(async () => (await client.workflow.count('WorkflowType = "orderProbe"')).count === 0, 100_000);
    await close();
    return { order };
  }

  it("finds that the embedded server keeps both, and leaves no workflow behind", async () => {
    const { temporalAddress: address, namespace } = (await servers()).info;
    const { client, close } = lazyClient({ address, namespace });
    // One that a process left which died while it tried.
    const forgotten = await client.workflow.start("orderProbe", { workflowId: "order-probe:old", taskQueue: "none" });
    await forgotten.terminate();
    await close();
    const { order } = await probe({ address, namespace });
    expect(order).to.deep.equal({ known: true, priority: true, fairness: true });
    expect(complaintAbout(order)).to.equal(null);
  });

  it("is done by npm run temporal-config, not by a worker that starts", async () => {
    const { temporalAddress: address } = (await servers()).info;
    const namespace = "probed-by-the-command";
    await setUpTemporal({ address, namespace });
    const nothing = { status: () => ({ starts: 1, active: 0, waiting: 0 }), close: () => Promise.resolve() };
    const capture = () => Promise.reject(new Error("nothing is captured here"));
    const pipeline = await startPipeline({
      allow: [],
      more: { WATCHFRAME_TEMPORAL_NAMESPACE: namespace },
      openBrowser: () => Promise.resolve({ ...nothing, capture: { capture } }),
    });
    const { client, close } = lazyClient({ address, namespace });
    const countProbers = async () => {
      const taskQueue = { name: "order-probe" };
      const described = await client.workflowService.describeTaskQueue({ namespace, taskQueue, taskQueueType: 1 });
      return described.pollers.length;
    };
    const { WATCHFRAME_TEMPORAL_ADDRESS, WATCHFRAME_TEMPORAL_NAMESPACE } = pipeline.env;
    await pipeline.stop();
    expect(await countProbers()).to.equal(0);
    const env = { ...minimalEnvironment(), WATCHFRAME_TEMPORAL_ADDRESS, WATCHFRAME_TEMPORAL_NAMESPACE };
    const { stdout, status } = spawnSync(process.execPath, ["temporal-config/main.ts"], { env, encoding: "utf8" });
    expect([status, stdout.trim().split("\n").at(-1)]).to.deep.equal([0, "priority and fairness are kept"]);
    expect(await countProbers()).to.be.greaterThan(0);
    await close();
  });

  it("reports a server without the dynamic configuration", async () => {
    const { order } = await probe(await startPlainServer());
    expect(order?.known).to.equal(false);
    expect(complaintAbout(order)).to.include("have 4, so server.yaml is not applied");
  });

  it("distinguishes a first-in-first-out server from one that respects only priorities", async () => {
    const one = ["Read", "Write"].map((way) => `matching.numTaskqueue${way}Partitions=1`);
    const [fifo, ordered] = await Promise.all([
      startPlainServer(...one),
      startPlainServer(...one, "matching.useNewMatcher=true"),
    ]);
    const neither = await probe(fifo);
    expect(neither.order).to.deep.equal({ known: true, priority: false, fairness: false });
    expect(complaintAbout(neither.order)).to.include("ignores priority and fairness keys");
    const priority = await probe(ordered);
    expect(priority.order).to.deep.equal({ known: true, priority: true, fairness: false });
  });

  it("is tried by one process at a time", async () => {
    const { temporalAddress: address, namespace } = (await servers()).info;
    const { client, close } = lazyClient({ address, namespace });
    const orders = await Promise.all([probeTaskOrder(client), probeTaskOrder(client), probeTaskOrder(client)]);
    await close();
    const work = orders.filter((order) => order !== null);
    expect(work.length).to.be.lessThan(3);
    for (const order of work) expect(order).to.deep.equal({ known: true, priority: true, fairness: true });
  });
});
