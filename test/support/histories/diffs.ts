import { workflowIds } from "#orders/messages.ts";
import { endedDiff, submitDiff } from "../diffs.ts";
import type { World } from "./scenario.ts";

/** Comparisons: one that completes, one of which a picture can't be had, one that is cancelled while it captures. */
export async function recordDiffs({ caller, site, closedPort, record }: World): Promise<void> {
  site.release();
  const pages = { before: { url: `${site.url}/before` }, after: { url: `${site.url}/after` } };
  const compared = await submitDiff(caller, pages);
  await endedDiff(caller, compared);
  await record("renderJob-compared", workflowIds.renderJob(compared));
  const lacking = await submitDiff(caller, { ...pages, after: { imageUrl: `http://127.0.0.1:${closedPort}/a.png` } });
  await endedDiff(caller, lacking);
  await record("renderJob-lacking-a-picture", workflowIds.renderJob(lacking));
  site.hold();
  const visits = site.seen.filter(({ url }) => url !== "/favicon.ico").length;
  const cancelled = await submitDiff(caller, {
    before: { url: `${site.url}/held` },
    after: { url: `${site.url}/held` },
  });
  await site.visited(visits + 2);
  await caller.call("DELETE", `/jobs/${cancelled}`);
  await endedDiff(caller, cancelled);
  site.release();
  await record("renderJob-comparison-cancelled", workflowIds.renderJob(cancelled));
}
