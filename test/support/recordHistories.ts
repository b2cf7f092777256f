import { writeFile } from "node:fs/promises";
import { historyToJSON } from "@temporalio/common/lib/proto-utils.js";
import { uuidv7 } from "uuidv7";
import { freePorts } from "#stack/supervisor/ports.ts";
import { workflowIds } from "#workflows/messages.ts";
import { newCaller, startPipeline } from "./pipeline.ts";
import { startReceiver } from "./receiver.ts";
import { stopServers } from "./servers.ts";
import { startHeldSite } from "./stack.ts";
import { until } from "./until.ts";

// `npm run histories` records a history of every workflow kind and branch into test/histories, for the replay test.
// Record anew only when a workflow was changed on purpose and nothing that runs in production is of the older code.
const [site, receiver, [closedPort = 0]] = await Promise.all([startHeldSite(), startReceiver(), freePorts(1)]);
const pipeline = await startPipeline({ allow: [site.host, receiver.host, `127.0.0.1:${closedPort}`] });

async function record(name: string, workflowId: string): Promise<void> {
  const history = await pipeline.temporal.workflow.getHandle(workflowId).fetchHistory();
  const file = new URL(`../histories/${name}.json`, import.meta.url);
  await writeFile(file, `${JSON.stringify(JSON.parse(historyToJSON(history)), null, 1)}\n`);
  console.log(`${name}: ${history.events?.length ?? 0} events`);
}

const hook = (path: string) => ({ webhookUrl: `${receiver.url}${path}`, webhookSecret: "a secret of the test" });
const eventOf = (path: string) =>
  until(async () => receiver.received.find((one) => one.path === path)?.headers["webhook-id"] ?? null);
const closed = (workflowId: string) =>
  until(async () => (await pipeline.temporal.workflow.getHandle(workflowId).describe()).status.name !== "RUNNING");

try {
  const caller = await newCaller(pipeline.apiUrl, pipeline.database);
  receiver.answer = ({ path }, count) => ({
    status: path === "/gone" ? 410 : path === "/again" && count === 1 ? 503 : 204,
  });
  site.hold();
  const cancelled = await caller.submit({ url: `${site.url}/cancelled` });
  await site.visited(1);
  await caller.call("DELETE", `/jobs/${cancelled}`);
  site.release();
  const completed = await caller.render({ url: site.url, extractMarkdown: true, screenshot: true, ...hook("/again") });
  const failed = await caller.render({ url: `http://127.0.0.1:${closedPort}/`, ...hook("/gone") });
  const template = await pipeline.database.jobs.findOne({ _id: completed.id });
  if (template === null) throw new Error("no record");
  const { result: _result, ...rest } = template;
  const orphan = {
    ...rest,
    _id: uuidv7(),
    status: "queued" as const,
    version: 0,
  };
  await pipeline.database.jobs.insertOne(orphan);
  await pipeline.database.outbox.insertOne({
    _id: orphan._id,
    type: "renderJob",
    accountId: orphan.accountId,
    jobIds: [orphan._id],
    createdAt: new Date(0),
  });
  await until(async () => (await pipeline.database.jobs.findOne({ _id: orphan._id }))?.status === "completed");

  await record("renderJob-completed", workflowIds.renderJob(completed.id));
  await record("renderJob-failed", workflowIds.renderJob(failed.id));
  await record("renderJob-cancelled", workflowIds.renderJob(cancelled));
  for (const [name, path] of [
    ["delivered-at-second-try", "/again"],
    ["gone", "/gone"],
  ] as const) {
    const workflowId = workflowIds.webhookDelivery(await eventOf(path));
    await closed(workflowId);
    await record(`webhookDelivery-${name}`, workflowId);
  }
  await record("reconciler-running", workflowIds.reconciler);
  await record("maintenance-running", workflowIds.maintenance);
} finally {
  await pipeline.stop();
  await Promise.all([site.close(), receiver.close()]);
  await stopServers();
}
