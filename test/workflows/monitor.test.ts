import { randomBytes } from "node:crypto";
import { expect } from "chai";
import sharp from "sharp";
import { Webhook } from "standardwebhooks";
import type { Monitor } from "#schemas/monitor/monitor.ts";
import { workflowIds } from "#orders/messages.ts";
import { at } from "../api/support/fields.ts";
import { monitorsOf, smallCapture } from "../support/monitors.ts";
import { newCaller, useCaller, usePipeline } from "../support/pipeline.ts";
import { startReceiver } from "../support/receiver.ts";
import { startHeldSite } from "../support/stack.ts";
import { until } from "../support/until.ts";
import { useResource } from "../support/useResource.ts";

const pageWith = (text: string, colour = "#fff") =>
  `<!doctype html><title>Prices</title><style>body{margin:0;font:20px sans-serif;background:${colour}}section{padding:30px;height:200px}</style>
  <section id="one"><h2>Offer</h2><p>${text}</p></section><section id="two"><h2>Other</h2><p>Always the same.</p></section>`;

/** A page with a price, its monitors and a receiver of their webhooks. */
function useShop() {
  const secret = `whsec_${randomBytes(32).toString("base64")}`;
  const site = useResource(startHeldSite);
  const receiver = useResource(startReceiver);
  const pipeline = usePipeline({ allow: () => [site.host, receiver.host] });
  const caller = useCaller(pipeline);
  const monitors = useResource(async () => monitorsOf(pipeline, caller, `${site.url}/shop`));
  before(() => {
    site.release();
  });
  return { secret, site, receiver, pipeline, monitors };
}

describe("a monitor: runs and changes", function () {
  this.timeout(90_000);
  const { secret, site, receiver, monitors } = useShop();

  it("captures at once, makes that capture the baseline, then waits for its next tick", async () => {
    site.page = pageWith("19.99");
    const { id, status, createdAt } = await monitors.create({ capture: {} });
    expect(status).to.equal("active");
    const baselineRunId = await monitors.based(id);
    const monitor = await monitors.idle(id);
    const [run] = await monitors.runsOf(id);
    expect(run).to.include({ id: baselineRunId, status: "completed", trigger: "initial" });
    expect(run?.credits).to.deep.equal({ charged: 1, refunded: 0, net: 1 });
    expect(Date.parse(monitor.nextRunAt ?? "") - Date.parse(createdAt)).to.equal(3_600_000);
    const picture = await fetch(run?.result?.screenshot?.url ?? "");
    expect([picture.status, picture.headers.get("content-type")]).to.deep.equal([200, "image/jpeg"]);
    expect(await sharp(Buffer.from(await picture.arrayBuffer())).metadata()).to.include({ width: 1280 });
  });

  it("finds no change in identical pictures, by their hash", async () => {
    site.page = pageWith("19.99");
    const { id } = await monitors.create();
    const baselineRunId = await monitors.based(id);
    const run = await monitors.runNow(id);
    expect(run).to.include({ trigger: "manual", differenceRatio: 0, regionCount: 0, comparedToRunId: baselineRunId });
    expect(run.result).to.include({ changed: false, baselineRunId }).and.not.have.property("visualization");
    expect(run.credits.charged).to.equal(2);
    await until(async () => (await monitors.get(id)).baselineRunId === run.id);
  });

  it("confirms a change, and delivers one signed event for it and one for its end, in order", async () => {
    site.page = pageWith("19.99");
    const webhook = { url: `${receiver.url}/changes`, secret };
    const { id } = await monitors.create({ baselineMode: "fixed", alerts: { webhook } });
    const baselineRunId = await monitors.based(id);
    site.page = pageWith("24.50", "#fee");
    const changed = await monitors.runNow(id);
    expect(changed.result).to.include({ changed: true, transient: false, baselineRunId });
    expect(changed.differenceRatio).to.be.greaterThan(0.5);
    const listed = (await monitors.runsOf(id)).find((run) => run.id === changed.id);
    expect(listed?.result?.baselineScreenshot).to.include({ sha256: changed.result?.baselineScreenshot?.sha256 });
    const drawing = await fetch(changed.result?.visualization?.url ?? "");
    expect(await sharp(Buffer.from(await drawing.arrayBuffer())).metadata()).to.include({ width: smallCapture.width });
    const { incident } = await until(async () => {
      const monitor = await monitors.get(id);
      return monitor.incident !== null && monitor;
    });
    expect(incident).to.include({ type: "change", status: "open", runId: changed.id });
    expect((await monitors.runsOf(id)).map(({ trigger }) => trigger)).to.deep.equal([
      "confirmation",
      "manual",
      "initial",
    ]);
    expect((await monitors.runsOf(id))[0]?.credits.charged).to.equal(0);
    const { recentRuns } = await monitors.get(id);
    const shown = recentRuns.map((run) => [run.trigger, run.status, run.changed, run.differenceRatio]);
    expect(shown).to.deep.equal([
      ["confirmation", "completed", true, changed.differenceRatio],
      ["manual", "completed", true, changed.differenceRatio],
      ["initial", "completed", false, null],
    ]);
    await monitors.runNow(id);
    site.page = pageWith("19.99");
    await monitors.runNow(id);
    const calls = await until(async () => {
      const received = receiver.received.filter(({ path }) => path === "/changes");
      return received.length >= 2 && received;
    });
    const events = calls.map((one) => new Webhook(secret).verify(one.body, one.headers));
    expect(events.map((event) => at(event, "type"))).to.deep.equal([
      "monitor.change_detected",
      "monitor.change_recovered",
    ]);
    expect(at(events[0], "data")).to.include({ monitorId: id, runId: changed.id });
    expect((await monitors.get(id)).incident).to.equal(null);
  });

  it("reports no change that is gone in the second capture, and keeps its baseline", async () => {
    site.page = pageWith("19.99");
    const { id } = await monitors.create({ alerts: { webhook: { url: `${receiver.url}/transient` } } });
    const baselineRunId = await monitors.based(id);
    await monitors.idle(id);
    const before = site.seen.length;
    site.page = pageWith("loading", "#000");
    const restore = until(async () => site.seen.length > before && ((site.page = pageWith("19.99")), true));
    const run = await monitors.runNow(id);
    await restore;
    expect(run.result).to.include({ changed: false, transient: true });
    expect(await monitors.idle(id)).to.include({ baselineRunId, incident: null });
    expect(receiver.received.filter(({ path }) => path === "/transient")).to.deep.equal([]);
  });

  it("names the page's regions that changed, however small their share of the page", async () => {
    const tall = (text: string) => `${pageWith(text)}<div style="height:15000px"></div>`;
    site.page = tall("19.99");
    const webhook = { url: `${receiver.url}/regions` };
    const { id } = await monitors.create({ capture: { regions: true }, alerts: { webhook } });
    await monitors.based(id);
    site.page = tall("24.50");
    const run = await monitors.runNow(id);
    expect(run.differenceRatio).to.be.within(1e-7, 1e-4);
    expect(run.result?.changed).to.equal(true);
    expect(run.result?.regions?.map(({ region }) => region)).to.deep.equal(["Offer"]);
    expect(run.result?.pageRegions?.map(({ label, status }) => `${label} ${status}`)).to.include("24.50 changed");
    const boxes = run.result?.pageRegions?.map(({ selector, x, y, width, height }) =>
      JSON.stringify([selector, x, y, width, height]),
    );
    expect(boxes).to.deep.equal([...new Set(boxes)]);
    expect(run.result?.pageRegions?.every(({ status, changes }) => changes[0] === status)).to.equal(true);
    expect(run.credits.charged).to.equal(4);
    const price = run.result?.pageRegions?.find(({ label }) => label === "24.50");
    expect(price).to.include({ previousLabel: "19.99", within: "Offer" });
    const [call] = await until(async () => {
      const calls = receiver.received.filter(({ path }) => path === "/regions");
      return calls.length > 0 && calls;
    });
    const { data }: { data: object } = JSON.parse(call?.body ?? "{}");
    const { pageRegions } = run.result ?? {};
    expect(data).to.deep.include({ runId: run.id, pageRegions, pageRegionsTruncated: false, regionsTruncated: false });
  });
});

describe("a monitor: baselines", function () {
  this.timeout(90_000);
  const { site, monitors } = useShop();

  it("drops its baseline when address, capture or diff change, and not for the rest", async () => {
    site.page = pageWith("19.99");
    const { id } = await monitors.create();
    const first = await monitors.based(id);
    await monitors.idle(id);
    await monitors.call("PATCH", `/${id}`, { name: "Other", changeThreshold: 0.2, intervalMinutes: 30 });
    expect((await monitors.get(id)).baselineRunId).to.equal(first);
    await monitors.call("PATCH", `/${id}`, { capture: { width: 800 } });
    expect((await monitors.get(id)).baselineRunId).to.equal(null);
    const run = await monitors.runNow(id);
    expect(run).to.include({ trigger: "initial" });
    expect(run.result?.screenshot?.width).to.equal(800);
    expect(await monitors.call("POST", `/${id}/baseline`, { runId: first })).to.include({
      status: 409,
      code: "run_not_comparable",
    });
  });

  it("accepts another baseline by hand", async () => {
    site.page = pageWith("19.99");
    const { id } = await monitors.create({ baselineMode: "fixed" });
    await monitors.based(id);
    site.page = pageWith("24.50", "#fee");
    const changed = await monitors.runNow(id);
    await monitors.call("POST", `/${id}/baseline`, { runId: changed.id });
    const run = await monitors.runNow(id);
    expect(run.result).to.include({ changed: false, baselineRunId: changed.id });
  });

  it("continues rolling from a manually chosen baseline", async () => {
    site.page = pageWith("19.99");
    const { id } = await monitors.create();
    const first = await monitors.based(id);
    site.page = pageWith("24.50", "#fee");
    await monitors.runNow(id);
    await monitors.call("POST", `/${id}/baseline`, { runId: first });
    const again = await monitors.runNow(id);
    expect(again.result).to.include({ changed: true, baselineRunId: first });
    const next = await monitors.runNow(id);
    expect(next.result).to.include({ changed: false, baselineRunId: again.id });
    await until(async () => (await monitors.get(id)).baselineRunId === next.id);
  });
});

describe("a monitor: failures, pauses and deletion", function () {
  this.timeout(90_000);
  const { site, receiver, pipeline, monitors } = useShop();

  it("opens an incident after three failed runs in a row and refunds them", async () => {
    const { id } = await monitors.create({
      url: `http://${site.host}/gone`,
      capture: { ...smallCapture, clickSelectors: ["#none"] },
    });
    await until(async () => (await monitors.runsOf(id))[0]?.status === "failed");
    await monitors.idle(id);
    expect((await monitors.get(id)).incident).to.equal(null);
    await monitors.runNow(id);
    const third = await monitors.runNow(id);
    expect(third.error?.code).to.equal("selector_not_found");
    expect(third.credits.net).to.equal(0);
    const monitor = await until(async () => {
      const now = await monitors.get(id);
      return now.incident !== null && now;
    });
    expect(monitor.incident).to.include({ type: "failure", consecutiveFailures: 3, runId: third.id });
    expect(monitor.baselineRunId).to.equal(null);
  });

  it("stops and refunds its run when it is deleted, and its runs stay readable", async () => {
    site.hold();
    const { id } = await monitors.create();
    await until(async () => (await monitors.runsOf(id))[0]?.status === "capturing");
    expect((await monitors.call<{ monitor: Monitor }>("DELETE", `/${id}`)).monitor.status).to.equal("deleted");
    expect((await monitors.call("GET", `/${id}`)).status).to.equal(404);
    const run = await until(async () => {
      const [only] = await monitors.runsOf(id);
      return only?.status === "failed" && only;
    });
    expect([run.error?.code, run.credits.net]).to.deep.equal(["cancelled", 0]);
    site.release();
    const { temporal } = pipeline;
    await until(
      async () => (await temporal.workflow.getHandle(workflowIds.monitor(id)).describe()).status.name === "COMPLETED",
    );
  });

  it("pauses without credits, reports that once, and resumes with credits", async () => {
    site.page = pageWith("19.99");
    const { apiUrl, database } = pipeline;
    const poor = await newCaller(apiUrl, database, "free");
    await database.accounts.updateOne({ _id: poor.accountId }, { $set: { "credits.used": 100 } });
    const reply = await poor.call("POST", "/render/monitors", {
      name: "Poor",
      url: site.url,
      intervalMinutes: 60,
      alerts: { webhook: { url: `${receiver.url}/poor` } },
    });
    const { monitor }: { monitor: Monitor } = await reply.json();
    const status = async () => {
      const answer = await poor.call("GET", `/render/monitors/${monitor.id}`);
      return at(await answer.json(), "monitor.status");
    };
    await until(async () => (await status()) === "paused_plan_limit");
    expect((await poor.call("POST", `/render/monitors/${monitor.id}/run`)).status).to.equal(409);
    const [event] = await until(async () => {
      const received = receiver.received.filter(({ path }) => path === "/poor");
      return received.length > 0 && received;
    });
    expect(JSON.parse(event?.body ?? "{}")).to.include({ type: "monitor.paused" });
    expect(await database.ledger.countDocuments({ accountId: poor.accountId })).to.equal(0);
    await database.accounts.updateOne({ _id: poor.accountId }, { $set: { "credits.used": 0 } });
    await poor.call("PATCH", `/render/monitors/${monitor.id}`, { status: "active" });
    await until(async () => (await status()) === "active");
    const second = await poor.call("POST", "/render/monitors", { name: "More", url: site.url, intervalMinutes: 60 });
    expect(second.status).to.equal(403);
  });

  it("shows no write-only value anywhere", async () => {
    site.page = pageWith("19.99");
    const marked = {
      url: `${site.url}/marked-path?token=marked-query`,
      capture: {
        headers: { "X-Marked": "marked-header" },
        cookies: [{ name: "session", value: "marked-cookie" }],
        hideSelectors: ["#two"],
        note: "kept",
        apiToken: "marked-extra",
      },
      alerts: { webhook: { url: `${receiver.url}/marked-hook`, secret: "marked-secret-marked" } },
    };
    const monitor = await monitors.create(marked);
    expect(monitor.capture).to.include({ note: "kept" });
    expect(monitor.capture.cookies).to.deep.equal([{ name: "session" }]);
    await monitors.based(monitor.id);
    const seen = site.seen.find(({ url }) => url?.startsWith("/marked-path"));
    expect(seen?.headers).to.include({ "x-marked": "marked-header", cookie: "session=marked-cookie" });
    const { database, temporal } = pipeline;
    const history = await temporal.workflow.getHandle(workflowIds.monitor(monitor.id)).fetchHistory();
    const everything = JSON.stringify([
      await monitors.get(monitor.id),
      await monitors.runsOf(monitor.id),
      await database.monitors.findOne({ _id: monitor.id }),
      await database.runs.find({ monitorId: monitor.id }).toArray(),
      (history.events ?? []).map((event) => Buffer.from(JSON.stringify(event)).toString()),
    ]);
    expect(everything).not.to.match(/marked-/);
  });
});
