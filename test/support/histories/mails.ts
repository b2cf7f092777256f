import type { Monitor } from "#schemas/monitor/monitor.ts";
import { workflowStart } from "#orders/starts.ts";
import { emailDelivery } from "../emailDelivery.ts";
import { until } from "../until.ts";
import type { World } from "./scenario.ts";

/**
 * A mail that waited for the one before it and was sent, one that waited for the end of quiet hours, and one that the mail
 * service refused.
 */
export async function recordMails({ pipeline, caller, site, record }: World): Promise<void> {
  const { database, temporal } = pipeline;
  const { accountId } = caller;
  const first = emailDelivery(accountId);
  const second = emailDelivery(accountId, { after: first._id });
  await database.deliveries.insertMany([first, second]);
  const start = async (mailId: string, inOrder: boolean): Promise<string> => {
    const input = { mailId, accountId, type: "monitor.paused", inOrder } as const;
    const { workflowType, ...options } = workflowStart({ type: "mailDelivery", input });
    await temporal.workflow.start(workflowType, options);
    return options.workflowId;
  };
  const closed = (workflowId: string) =>
    until(async () => (await temporal.workflow.getHandle(workflowId).describe()).status.name !== "RUNNING");
  const waiting = await start(second._id, true);
  await until(async () => {
    const { events } = await temporal.workflow.getHandle(waiting).fetchHistory();
    return events?.some(({ timerStartedEventAttributes }) => timerStartedEventAttributes);
  });
  await closed(await start(first._id, false));
  await closed(waiting);
  await record("mailDelivery-delivered-in-order", waiting);
  const watched = { name: "Quiet", url: site.url, intervalMinutes: 60, status: "paused" };
  const reply = await caller.call("POST", "/render/monitors", watched);
  const { monitor }: { monitor: Monitor } = await reply.json();
  const facts = { monitorId: monitor.id, name: "Quiet", runId: null, incident: null, reason: null, at: new Date() };
  const notBefore = new Date(Date.now() + 2_000);
  const quiet = emailDelivery(accountId, { notBefore, resourceId: monitor.id, content: { kind: "alert", ...facts } });
  await database.deliveries.insertOne(quiet);
  const waited = await start(quiet._id, true);
  await closed(waited);
  await record("mailDelivery-quiet-hours", waited);
  await caller.call("DELETE", `/render/monitors/${monitor.id}`);
  const account = await database.accounts.findOneAndUpdate({ _id: accountId }, { $set: { email: "invalid" } });
  const third = emailDelivery(accountId);
  await database.deliveries.insertOne(third);
  const refused = await start(third._id, false);
  await closed(refused);
  await record("mailDelivery-refused", refused);
  await database.accounts.updateOne({ _id: accountId }, { $set: { email: account?.email ?? "" } });
  await recordDigest({ pipeline, caller, record });
}

/** A digest that waits for its time and then sends a mail. */
async function recordDigest({
  pipeline,
  caller,
  record,
}: Pick<World, "pipeline" | "caller" | "record">): Promise<void> {
  const { database, temporal } = pipeline;
  const { accountId } = caller;
  const dueAt = new Date(Date.now() + 2_000);
  const digestId = `${accountId}:hourly:${dueAt.toISOString()}`;
  const monitorId = "01900000-0000-7000-8000-000000000000";
  const facts = { monitorId, name: "Prices", runId: null, incident: null, reason: null, at: dueAt };
  const readers = [{ recipientId: null, emailMasked: "s***@e***.com" }];
  await database.digests.insertOne({
    _id: digestId,
    accountId,
    period: "hourly",
    dueAt,
    entries: [{ id: "one", type: "monitor.paused", facts, readers }],
    count: 1,
    closed: false,
    expiresAt: new Date(dueAt.getTime() + 86_400_000),
  });
  const input = { digestId, accountId, dueAt: dueAt.toISOString() };
  const { workflowType, ...options } = workflowStart({ type: "digestDelivery", input });
  await temporal.workflow.execute(workflowType, options);
  await record("digestDelivery-sent", options.workflowId);
}
