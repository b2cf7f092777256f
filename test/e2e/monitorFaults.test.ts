import { expect } from "chai";
import type { Monitor } from "#schemas/monitor/monitor.ts";
import type { MonitorRun } from "#schemas/monitor/run.ts";
import { type Receiver, startReceiver } from "../support/receiver.ts";
import { type HeldSite, runStack, type RunningStack, startHeldSite } from "../support/stack.ts";
import { until } from "../support/until.ts";

const pageWith = (text: string, colour: string) =>
  `<!doctype html><title>Prices</title><body style="margin:0;background:${colour}"><h1>${text}</h1>`;

describe("a monitor's run with a worker that is killed with -9", function () {
  this.timeout(180_000);
  let site: HeldSite;
  let receiver: Receiver;
  let running: RunningStack;

  before(async () => {
    [site, receiver] = await Promise.all([startHeldSite(), startReceiver()]);
    running = await runStack({ allow: [site.host, receiver.host] });
  });
  after(async () => {
    await running?.stop();
    await Promise.all([site?.close(), receiver?.close()]);
  });

  const call = async <Reply>(method: string, path: string, body?: unknown): Promise<Reply> => {
    const reply = await running.caller.call(method, `/render/monitors${path}`, body);
    if (!reply.ok) throw new Error(`${method} ${path} answered ${reply.status}: ${await reply.text()}`);
    return reply.json();
  };
  const get = async (id: string) => (await call<{ monitor: Monitor }>("GET", `/${id}`)).monitor;
  const ended = (id: string, runId: string) =>
    until(async () => {
      const { run } = await call<{ run: MonitorRun }>("GET", `/${id}/runs/${runId}`);
      return ["completed", "failed", "skipped"].includes(run.status) && run;
    }, 90_000);
  const killWorker = () => process.kill(running.stack.info.processes["worker"] ?? 0, "SIGKILL");

  const visits = () => site.seen.filter(({ url }) => url !== "/favicon.ico").length;

  /** Kills the worker while it loads the page for the next time after `before`, and lets the one that follows have it. */
  async function killAfter(before: number): Promise<void> {
    await site.visited(before + 1);
    killWorker();
    await site.visited(before + 2);
    site.release();
    site.hold();
  }

  it("ends, is charged and reported once, keeps its tick; an endpoint that was down gets all events in order", async () => {
    receiver.answer = (_request, count) =>
      count === 1 ? { status: 503, headers: { "retry-after": "8" } } : { status: 204 };
    site.page = pageWith("19.99", "#fff");
    site.release();
    const { monitor } = await call<{ monitor: Monitor }>("POST", "", {
      name: "Prices",
      url: `${site.url}/shop`,
      intervalMinutes: 60,
      baselineMode: "fixed",
      alerts: { webhook: { url: receiver.url } },
    });
    const { id } = monitor;
    await until(async () => (await get(id)).baselineRunId);
    await until(async () => (await running.database.monitors.findOne({ _id: id }))?.runId === null);

    site.hold();
    site.page = pageWith("SOLD OUT", "#300");
    const before = visits();
    const { run } = await call<{ run: MonitorRun }>("POST", `/${id}/run`);
    await killAfter(before);
    // The second capture, which makes sure of the change.
    await killAfter(before + 2);
    site.release();
    const changed = await ended(id, run.id);
    expect(changed, JSON.stringify(changed.error)).to.include({ status: "completed" });
    expect(changed.result).to.include({ changed: true, transient: false });
    await until(() => Promise.resolve(receiver.received.length > 0));

    killWorker();
    site.page = pageWith("19.99", "#fff");
    const again = await call<{ run: MonitorRun }>("POST", `/${id}/run`);
    expect((await ended(id, again.run.id)).result).to.include({ changed: false });
    const charges = await running.database.ledger.find({ jobId: { $in: [run.id, again.run.id] } }).toArray();
    expect(charges.map(({ jobId, credits }) => [jobId, credits])).to.have.deep.members([
      [run.id, run.credits.charged],
      [again.run.id, run.credits.charged],
    ]);

    const messages = await until(async () => {
      const taken = receiver.received.slice(1).map(({ headers, body }) => {
        const { type }: { type: string } = JSON.parse(body);
        return `${headers["webhook-id"]} ${type}`;
      });
      const distinct = [...new Set(taken)];
      return distinct.length >= 2 && distinct;
    }, 60_000);
    expect(messages.map((message) => message.split(" ")[1])).to.deep.equal([
      "monitor.change_detected",
      "monitor.change_recovered",
    ]);
    expect(receiver.received[0]?.headers["webhook-id"]).to.equal(messages[0]?.split(" ")[0]);
    const { nextRunAt, createdAt } = await get(id);
    expect((Date.parse(nextRunAt ?? "") - Date.parse(createdAt)) % 3_600_000).to.equal(0);
    const runs = await running.database.runs.find({ monitorId: id }).toArray();
    expect(runs.map(({ trigger }) => trigger).toSorted()).to.deep.equal([
      "confirmation",
      "initial",
      "manual",
      "manual",
    ]);
  });
});
