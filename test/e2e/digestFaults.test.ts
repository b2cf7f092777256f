import { Client, Connection } from "@temporalio/client";
import { expect } from "chai";
import { workflowIds } from "#orders/messages.ts";
import { workflowStart } from "#orders/starts.ts";
import { mailsTo } from "../support/mails.ts";
import { runStack, type RunningStack } from "../support/stack.ts";
import { until } from "../support/until.ts";

describe("a digest with a worker that is killed with -9", function () {
  this.timeout(120_000);
  let running: RunningStack;
  let connection: Connection;

  before(async () => {
    running = await runStack({ allow: [] });
    connection = await Connection.connect({ address: running.stack.info.temporalAddress });
  });
  after(async () => {
    await connection?.close();
    await running?.stop();
  });

  it("is sent once at its time by the worker that follows", async () => {
    const { database, caller, stack } = running;
    const { accountId } = caller;
    const email = "digest-kill@readers.example";
    await database.accounts.updateOne({ _id: accountId }, { $set: { email } });
    const dueAt = new Date(Date.now() + 8_000);
    const digestId = `${accountId}:hourly:${dueAt.toISOString()}`;
    const facts = { monitorId: accountId, name: "Prices", runId: null, incident: null, reason: null, at: dueAt };
    const readers = [{ recipientId: null, emailMasked: "d***@r***.example" }];
    const entries = ["one", "two"].map((id) => ({ id, type: "monitor.paused", facts, readers }) as const);
    const expiresAt = new Date(dueAt.getTime() + 86_400_000);
    await database.digests.insertOne({
      _id: digestId,
      accountId,
      period: "hourly",
      dueAt,
      entries,
      count: 2,
      closed: false,
      expiresAt,
    });
    const client = new Client({ connection, namespace: stack.info.namespace });
    const input = { digestId, accountId, dueAt: dueAt.toISOString() };
    const { workflowType, ...options } = workflowStart({ type: "digestDelivery", input });
    const handle = await client.workflow.start(workflowType, options);
    await until(async () => {
      const { events } = await handle.fetchHistory();
      return events?.some(({ timerStartedEventAttributes }) => timerStartedEventAttributes);
    });
    process.kill(stack.info.processes["worker"] ?? 0, "SIGKILL");
    const [mail] = await mailsTo(stack.info.mailUrl, email, { count: 1, within: 60_000 });
    expect(mail?.Subject).to.equal("2 messages about 1 monitor");
    await handle.result();
    const [delivery] = await database.deliveries.find({ accountId, type: "alerts.digest" }).toArray();
    await until(async () => {
      const { status } = await client.workflow.getHandle(workflowIds.mailDelivery(delivery?._id ?? "")).describe();
      return status.name === "COMPLETED";
    });
    expect(Date.now()).to.be.at.least(dueAt.getTime());
    expect(await mailsTo(stack.info.mailUrl, email, { count: 1 })).to.have.length(1);
  });
});
