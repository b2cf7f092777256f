import { workflowIds } from "#orders/messages.ts";
import { throttleKeyOf } from "#rules/throttle.ts";
import { startJob } from "../startJob.ts";
import { until } from "../until.ts";
import type { World } from "./scenario.ts";

/** Jobs of one host, more than its pace allows at once: one that waits for its place, one that is cancelled in line. */
export async function recordPaces({ pipeline, caller, site, record }: World): Promise<void> {
  site.release();
  const { id: like } = await caller.render({ url: site.url });
  const start = (path: string) => startJob(pipeline, { like, kind: "scheduled", url: `${site.url}${path}` });
  site.seen.length = 0;
  site.hold();
  const held = [await start("/1"), await start("/2")];
  await site.visited(2);
  const inLine = (count: number) =>
    until(
      async () =>
        (await pipeline.database.waitQueues.findOne({ _id: `host:${throttleKeyOf(site.url)}` }))?.count === count,
    );
  const waiting = await start("/3");
  await inLine(1);
  const cancelled = await start("/4");
  await inLine(2);
  await caller.call("DELETE", `/jobs/${cancelled}`);
  await inLine(1);
  site.release();
  await Promise.all([...held, waiting].map((id) => caller.ended(id)));
  await until(
    async () => (await pipeline.temporal.workflow.getHandle(workflowIds.renderJob(waiting)).describe()).closeTime,
  );
  await record("renderJob-paced", workflowIds.renderJob(waiting));
  await record("renderJob-cancelled-in-line", workflowIds.renderJob(cancelled));
}
