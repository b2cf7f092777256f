import { workflowIds } from "#orders/messages.ts";
import { newCaller } from "../pipeline.ts";
import { until } from "../until.ts";
import type { World } from "./scenario.ts";

/** Renders of an account that has as many captures under way as its plan allows: one that gets a place, one that is cancelled in line. */
export async function recordSlots({ pipeline, site, record }: World): Promise<void> {
  const { apiUrl, database, temporal } = pipeline;
  const small = await newCaller(apiUrl, database, "free");
  const inLine = (count: number) =>
    until(async () => (await database.waitQueues.findOne({ _id: `captures:${small.accountId}` }))?.count === count);
  site.seen.length = 0;
  site.hold();
  const held = [await small.submit({ url: `${site.url}/1` }), await small.submit({ url: `${site.url}/2` })];
  await site.visited(2);
  const waiting = await small.submit({ url: `${site.url}/3` });
  await inLine(1);
  const cancelled = await small.submit({ url: `${site.url}/4` });
  await inLine(2);
  await small.call("DELETE", `/jobs/${cancelled}`);
  await inLine(1);
  site.release();
  // One after the other: its plan allows few requests a second.
  for (const id of [...held, waiting]) await small.ended(id);
  for (const id of [waiting, cancelled])
    await until(async () => (await temporal.workflow.getHandle(workflowIds.renderJob(id)).describe()).closeTime);
  await record("renderJob-at-concurrency", workflowIds.renderJob(waiting));
  await record("renderJob-cancelled-at-concurrency", workflowIds.renderJob(cancelled));
}
