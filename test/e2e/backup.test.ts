import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { expect } from "chai";
import type { Monitor } from "#schemas/monitor/monitor.ts";
import type { MonitorRun } from "#schemas/monitor/run.ts";
import { backUp } from "#stack/backup/backUp.ts";
import { restore } from "#stack/backup/restore.ts";
import { type Receiver, startReceiver } from "../support/receiver.ts";
import { type HeldSite, runStack, type RunningStack, startHeldSite } from "../support/stack.ts";
import { until } from "../support/until.ts";

const pageWith = (text: string, colour: string) =>
  `<!doctype html><title>Prices</title><body style="margin:0;background:${colour}"><h1>${text}</h1>`;

describe("a backup of a stack that works on, and its restore", function () {
  this.timeout(240_000);
  let folder: string;
  let site: HeldSite;
  let receiver: Receiver;
  let running: RunningStack;

  const start = async () => {
    running = await runStack({ allow: [site.host, receiver.host], home: path.join(folder, "home") });
  };
  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "watchframe-backup-"));
    [site, receiver] = await Promise.all([startHeldSite(), startReceiver()]);
    await start();
  });
  after(async () => {
    await running?.stop();
    await Promise.all([site?.close(), receiver?.close()]);
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  });

  const call = async <Reply>(method: string, target: string, body?: unknown): Promise<Reply> => {
    const reply = await running.caller.call(method, target, body);
    if (!reply.ok) throw new Error(`${method} ${target} answered ${reply.status}: ${await reply.text()}`);
    return reply.json();
  };
  /** Orders a render, of which the receiver is told at the page's own path. */
  const render = (page: string) =>
    running.caller.submit({ url: `${site.url}/${page}`, webhookUrl: `${receiver.url}/${page}` });
  const monitorOf = async (id: string) => (await call<{ monitor: Monitor }>("GET", `/render/monitors/${id}`)).monitor;
  const batchOf = async (id: string) =>
    (await call<{ batch: { status: string } }>("GET", `/render/batches/${id}`)).batch;
  const isIdle = async (id: string) => (await running.database.monitors.findOne({ _id: id }))?.runId === null;
  const watch = async (page: string): Promise<string> => {
    const { monitor } = await call<{ monitor: Monitor }>("POST", "/render/monitors", {
      name: page,
      url: `${site.url}/${page}`,
      intervalMinutes: 60,
      baselineMode: "fixed",
      alerts: { webhook: { url: `${receiver.url}/${page}` } },
    });
    await until(async () => (await monitorOf(monitor.id)).baselineRunId);
    await until(() => isIdle(monitor.id));
    return monitor.id;
  };
  const begin = async (id: string) => (await call<{ run: MonitorRun }>("POST", `/render/monitors/${id}/run`)).run.id;
  const ended = async (id: string, runId: string): Promise<MonitorRun> => {
    const run = await until(async () => {
      const reply = await call<{ run: MonitorRun }>("GET", `/render/monitors/${id}/runs/${runId}`);
      return ["completed", "failed", "skipped"].includes(reply.run.status) && reply.run;
    });
    await until(() => isIdle(id));
    return run;
  };
  const told = (page: string) =>
    receiver.received
      .filter(({ path: to }) => to === `/${page}`)
      .map(({ body }) => {
        const { type }: { type: string } = JSON.parse(body);
        return type;
      });
  const stateOf = async (id: string) => {
    const { baselineRunId, incident, nextRunAt, status } = await monitorOf(id);
    return { baselineRunId, incident, nextRunAt, status };
  };

  it("has all that was there, ends what was under way, and tells and charges nothing twice", async () => {
    site.page = pageWith("19.99", "#fff");
    const before = await render("now/before");
    await running.caller.ended(before);
    const [changed, quiet, slow] = [await watch("now/changed"), await watch("now/quiet"), await watch("now/slow")];
    site.page = pageWith("SOLD OUT", "#300");
    expect((await ended(changed, await begin(changed))).result).to.include({ changed: true });
    await until(() => Promise.resolve(told("now/changed").length === 1 && told("now/before").length === 1));
    site.page = pageWith("19.99", "#fff");
    const states = [await stateOf(changed), await stateOf(quiet)];

    // Under way at the moment of the copy: a render, a batch of which one page has ended, and a run that no one knows yet.
    const waiting = await render("held");
    await site.visited(site.seen.length + 1);
    const urls = ["now/one", "held/two"].map((page) => `${site.url}/${page}`);
    const { batch } = await call<{ batch: string }>("POST", "/render/smart-batch", { urls });
    await until(async () => (await running.database.jobs.findOne({ url: urls[0] ?? "" }))?.status === "completed");
    const run = await begin(slow);
    const directory = path.join(folder, "backup");
    const backedUp = backUp(running.home, directory);
    const accepted: string[] = [];
    do accepted.push(await render(`now/during/${accepted.length}`));
    while ((await Promise.race([backedUp, pause(20)])) === undefined);
    await Promise.all(accepted.map((id) => running.caller.ended(id)));

    running.stack.kill();
    await running.stop();
    await rm(running.home, { recursive: true, force: true, maxRetries: 5 });
    const { documents } = await restore(directory, running.home);
    await start();
    site.release();

    expect([await stateOf(changed), await stateOf(quiet)]).to.deep.equal(states);
    const { screenshot } = (await running.caller.ended(before)).result ?? {};
    const picture = await running.caller.call(
      "GET",
      new URL(screenshot?.url ?? "").pathname + new URL(screenshot?.url ?? "").search,
    );
    expect([picture.status, (await picture.arrayBuffer()).byteLength]).to.deep.equal([200, screenshot?.bytes]);
    expect((await ended(slow, run)).status).to.equal("completed");
    await until(async () => (await batchOf(batch)).status === "completed");

    // Each job of the backup ends and is told. A job that the backup has not was accepted after its moment.
    const jobs = await running.database.jobs.find().toArray();
    expect(jobs.map(({ _id }) => _id))
      .to.include.members([before, waiting])
      .and.have.length(documents?.["jobs"] ?? 0);
    for (const { _id } of jobs) expect((await running.caller.ended(_id)).status).to.equal("completed");
    await until(() => Promise.resolve(told("held").length > 0));

    // The monitors go on where they were: the end of the incident is told, its beginning is not told again.
    expect((await ended(changed, await begin(changed))).result).to.include({ changed: false });
    site.page = pageWith("NEW", "#003");
    expect((await ended(quiet, await begin(quiet))).result).to.include({ changed: true });
    await until(() => Promise.resolve(told("now/quiet").length > 0 && told("now/changed").length > 1));
    expect(told("now/quiet")).to.deep.equal(["monitor.change_detected"]);
    expect(told("now/changed")).to.deep.equal(["monitor.change_detected", "monitor.change_recovered"]);
    for (const page of ["now/before", "held"]) expect(told(page), page).to.deep.equal(["job.completed"]);

    // The moment of the copy may fall between the charge of a call and its job. After a minute, the charge is refunded.
    await until(async () => (await running.database.outbox.countDocuments()) === 0, 120_000);
    const [ledger, runs] = [
      await running.database.ledger.find().toArray(),
      await running.database.runs.find().toArray(),
    ];
    const charges = ledger.filter(({ _id }) => _id.startsWith("charge:"));
    expect(new Set(charges.map(({ jobId }) => jobId)).size, "one charge of each").to.equal(charges.length);
    const paid = [...Map.groupBy(ledger, ({ jobId }) => jobId)]
      .map(([jobId, entries]) => [jobId, entries.reduce((sum, { credits }) => sum + credits, 0)] as const)
      .filter(([, credits]) => credits !== 0);
    const prices = [...(await running.database.jobs.find().toArray()), ...runs].map(({ _id, price }) => [_id, price]);
    expect(paid).to.have.deep.members(prices.filter(([, price]) => price !== 0));
    const account = await running.database.accounts.findOne({ _id: running.caller.accountId });
    expect(account?.credits.used).to.equal(ledger.reduce((sum, { credits }) => sum + credits, 0));
    expect(account?.pendingTransfers).to.deep.equal([]);
  });
});
