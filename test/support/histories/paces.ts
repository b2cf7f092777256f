import { workflowIds } from "#workflows/messages.ts";
import { startJob } from "../startJob.ts";
import { until } from "../until.ts";
import type { World } from "./scenario.ts";

/** A host's pace, with more who want a page than may have one, one of them cancelled in line; and a job that waited for its turn. */
export async function recordPaces({ pipeline, caller, site, record }: World): Promise<void> {
  site.release();
  const { id: like } = await caller.render({ url: site.url });
  const start = (path: string) => startJob(pipeline, { like, kind: "scheduled", url: `${site.url}${path}` });
  site.seen.length = 0;
  site.hold();
  const held = [await start("/1"), await start("/2")];
  await site.visited(2);
  const [waiting, cancelled] = [await start("/3"), await start("/4")];
  await caller.call("DELETE", `/jobs/${cancelled}`);
  site.release();
  await Promise.all([...held, waiting].map((id) => caller.ended(id)));
  await until(
    async () => (await pipeline.temporal.workflow.getHandle(workflowIds.renderJob(waiting)).describe()).closeTime,
  );
  await record("renderJob-paced", workflowIds.renderJob(waiting));
  await record("renderJob-cancelled-in-line", workflowIds.renderJob(cancelled));
  await record("hostPace-running", workflowIds.hostPace("127.0.0.1"));
}
