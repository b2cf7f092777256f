import { randomBytes } from "node:crypto";
import { expect } from "chai";
import { Webhook } from "standardwebhooks";
import { failDelivery } from "#activities/projections/deliveries.ts";
import { freePorts } from "#stack/supervisor/processes.ts";
import { workflowIds } from "#orders/messages.ts";
import { at, textAt } from "../api/support/fields.ts";
import { useCaller, usePipeline } from "../support/pipeline.ts";
import { startReceiver } from "../support/receiver.ts";
import { openSketchBrowser } from "../support/sketches/sketchBrowser.ts";
import { startHeldSite } from "../support/stack.ts";
import { until } from "../support/until.ts";
import { useResource } from "../support/useResource.ts";
import { resetToBegin } from "../support/workflowSteps.ts";

describe("webhooks of a job", function () {
  this.timeout(60_000);
  let closedPort: number;
  const secret = `whsec_${randomBytes(32).toString("base64")}`;

  const site = useResource(startHeldSite);
  const receiver = useResource(startReceiver);
  before(async () => {
    [closedPort = 0] = await freePorts(1);
  });
  const pipeline = usePipeline({
    allow: () => [site.host, receiver.host, `127.0.0.1:${closedPort}`],
    openBrowser: openSketchBrowser,
  });
  const caller = useCaller(pipeline);
  before(() => {
    site.release();
  });

  const calls = (path: string, count: number) =>
    until(async () => {
      const found = receiver.received.filter((one) => one.path === path);
      return found.length >= count && found;
    });
  const delivery = (eventId: string) => pipeline.database.deliveries.findOne({ _id: eventId });

  it("report a completed job, signed, with working addresses of its outputs", async () => {
    const id = await caller.submit({ url: site.url, webhookUrl: `${receiver.url}/completed`, webhookSecret: secret });
    const [call] = await calls("/completed", 1);
    if (call === undefined) throw new Error("no call");
    const event = new Webhook(secret).verify(call.body, call.headers);
    const eventId = textAt(event, "id");
    expect(eventId).to.equal(call.headers["webhook-id"]);
    expect(at(event, "type")).to.equal("job.completed");
    expect(at(event, "data")).to.include({ jobId: id, status: "completed", url: site.url });
    expect(call.headers["user-agent"]).to.match(/^Watchframe\/\d/);
    const picture = await fetch(textAt(event, "data.result.screenshot.url"));
    expect((await picture.arrayBuffer()).byteLength).to.equal(at(event, "data.result.screenshot.bytes"));
    const record = await until(async () => {
      const found = await delivery(eventId);
      return found?.status === "delivered" && found;
    });
    expect(record.attempts.map(({ statusCode }) => statusCode)).to.deep.equal([204]);
  });

  it("report a failed job, without a signature if there is no secret", async () => {
    const id = await caller.submit({ url: `http://127.0.0.1:${closedPort}/`, webhookUrl: `${receiver.url}/failed` });
    const [call] = await calls("/failed", 1);
    const event = JSON.parse(call?.body ?? "");
    expect(event.type).to.equal("job.failed");
    expect(event.data).to.deep.include({ jobId: id, status: "failed", credits: { charged: 1, refunded: 1, net: 0 } });
    expect(event.data.error.code).to.equal("connection_failed");
    expect(call?.headers).to.not.have.property("webhook-signature");
  });

  it("are retried later with the same id and body, and the render does not wait for them", async () => {
    receiver.answer = ({ path }, count) =>
      path === "/again" && count === 1 ? { status: 500, body: "x".repeat(5_000) } : { status: 200 };
    const job = await caller.render({ url: site.url, webhookUrl: `${receiver.url}/again`, webhookSecret: secret });
    expect(job.status).to.equal("completed");
    const [first, second] = await calls("/again", 2);
    if (first === undefined || second === undefined) throw new Error("no calls");
    expect(second.headers["webhook-id"]).to.equal(first.headers["webhook-id"]);
    expect(second.body).to.equal(first.body);
    // 5 s, a fifth less at the least.
    expect(second.at - first.at).to.be.within(4_000, 9_000);
    new Webhook(secret).verify(second.body, second.headers);
    const eventId = first.headers["webhook-id"] ?? "";
    const record = await until(async () => {
      const found = await delivery(eventId);
      return found?.status === "delivered" && found;
    });
    expect(record.attempts.map(({ statusCode }) => statusCode)).to.deep.equal([500, 200]);
    expect(record.attempts[0]?.responseBody).to.equal("x".repeat(1_024));
  });

  it("stop when the receiver answers 410", async () => {
    receiver.answer = () => ({ status: 410 });
    await caller.submit({ url: site.url, webhookUrl: `${receiver.url}/gone` });
    const [call] = await calls("/gone", 1);
    const eventId = call?.headers["webhook-id"] ?? "";
    const handle = pipeline.temporal.workflow.getHandle(workflowIds.webhookDelivery(eventId));
    const ended = await until(async () => {
      const run = await handle.describe();
      return run.status.name === "FAILED" && run;
    });
    expect(
      Object.fromEntries(ended.typedSearchAttributes.getAll().map(({ key, value }) => [key.name, value])),
    ).to.include({ AccountId: caller.accountId, Kind: "webhook" });
    expect((await delivery(eventId))?.status).to.equal("failed");
    expect(receiver.received.filter(({ path }) => path === "/gone")).to.have.length(1);
  });

  it("are delivered again on request, with the same id and body", async () => {
    receiver.answer = () => ({ status: 204 });
    await caller.submit({ url: site.url, webhookUrl: `${receiver.url}/again-on-request`, webhookSecret: secret });
    const [first] = await calls("/again-on-request", 1);
    const eventId = first?.headers["webhook-id"] ?? "";
    await until(async () => (await delivery(eventId))?.status === "delivered");
    const replay = await caller.call("POST", `/webhook-deliveries/${eventId}/replay`);
    expect(replay.status).to.equal(202);
    const [, second] = await calls("/again-on-request", 2);
    expect([second?.headers["webhook-id"], second?.body]).to.deep.equal([eventId, first?.body]);
    new Webhook(secret).verify(second?.body ?? "", second?.headers ?? {});
    const record = await until(async () => {
      const found = await delivery(eventId);
      return found?.status === "delivered" && found;
    });
    expect([record.attempts.length, record.replays]).to.deep.equal([2, 1]);
    await until(async () => (await pipeline.database.outbox.findOne({ _id: `replay:${eventId}` })) === null);
    expect((await caller.call("POST", `/webhook-deliveries/${eventId}/replay`)).status).to.equal(202);
    await calls("/again-on-request", 3);
    for (const workflowId of [`webhook:${eventId}`, `webhook:${eventId}:2`, `webhook:${eventId}:3`])
      await pipeline.temporal.workflow.getHandle(workflowId).result();
  });

  it("are not delivered again when an operator resets the job and it ends the same way", async () => {
    receiver.answer = () => ({ status: 204 });
    const id = await caller.submit({ url: `http://127.0.0.1:${closedPort}/`, webhookUrl: `${receiver.url}/reset` });
    const [call] = await calls("/reset", 1);
    const eventId = call?.headers["webhook-id"] ?? "";
    await until(async () => (await delivery(eventId))?.status === "delivered");
    const job = pipeline.temporal.workflow.getHandle(workflowIds.renderJob(id));
    const failed = () =>
      until(async () => {
        const run = await job.describe();
        return run.status.name === "FAILED" && run;
      });
    const { runId } = await failed();
    await resetToBegin(pipeline.temporal, workflowIds.renderJob(id));
    await until(async () => (await failed()).runId !== runId);
    await pipeline.temporal.workflow.getHandle(workflowIds.webhookDelivery(eventId)).result();
    expect(receiver.received.filter(({ path }) => path === "/reset")).to.have.length(1);
  });

  it("that are replayed are not marked as failed by the earlier run", async () => {
    receiver.answer = () => ({ status: 410 });
    await caller.submit({ url: site.url, webhookUrl: `${receiver.url}/given-up` });
    const [call] = await calls("/given-up", 1);
    const eventId = call?.headers["webhook-id"] ?? "";
    await until(async () => (await delivery(eventId))?.status === "failed");
    const { deliveries } = pipeline.database;
    await deliveries.updateOne({ _id: eventId }, { $set: { status: "pending", replays: 1 } });
    await failDelivery(pipeline.database, { eventId });
    expect((await delivery(eventId))?.status).to.equal("pending");
    await failDelivery(pipeline.database, { eventId, replay: 1 });
    expect((await delivery(eventId))?.status).to.equal("failed");
  });

  it("follow no redirect", async () => {
    receiver.answer = ({ path }) =>
      path === "/redirect" ? { status: 307, headers: { location: `${receiver.url}/elsewhere` } } : { status: 204 };
    await caller.submit({ url: site.url, webhookUrl: `${receiver.url}/redirect` });
    const [call] = await calls("/redirect", 1);
    const record = await until(async () => {
      const found = await delivery(call?.headers["webhook-id"] ?? "");
      return found !== null && found.attempts.length > 0 && found;
    });
    expect(record.attempts[0]?.statusCode).to.equal(307);
    expect(record.status).to.equal("pending");
    expect(receiver.received.some(({ path }) => path === "/elsewhere")).to.equal(false);
  });
});
