import { workflowIds } from "#orders/messages.ts";
import { until } from "../until.ts";
import type { World } from "./scenario.ts";

/** Renders that complete, fail and are cancelled, and their webhooks: one taken at the second try, one told that it is gone. */
export async function recordRenders({ pipeline, caller, site, receiver, closedPort, record }: World): Promise<void> {
  const hook = (path: string) => ({ webhookUrl: `${receiver.url}${path}`, webhookSecret: "a secret of the test" });
  const eventOf = (path: string) =>
    until(async () => receiver.received.find((one) => one.path === path)?.headers["webhook-id"] ?? null);
  const closed = (workflowId: string) =>
    until(async () => (await pipeline.temporal.workflow.getHandle(workflowId).describe()).status.name !== "RUNNING");
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
}
