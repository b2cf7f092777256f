import { setCurrentDetails } from "@temporalio/workflow";
import type { SyncRecord } from "#schemas/monitor/sitemap.ts";
import { dispatch } from "./dispatch.ts";
import { counted } from "./ends.ts";
import type { SitemapSyncInput } from "#orders/inputs.ts";
import { project, sitemaps } from "./proxies.ts";

/** The end of a sync. `manyGone`: more than half of the pages are gone, and none was paused. */
export type SyncEnd = Omit<SyncRecord, "at"> & { manyGone: boolean };

/** Monitors per step. */
const pagesPerStep = 50;

/**
 * Reads a sitemap once and makes, pauses and resumes monitors, in steps. A dry run only records the plan. Returns the numbers
 * for the sitemap's record.
 */
export async function sitemapSync(input: SitemapSyncInput): Promise<SyncEnd> {
  const { syncId, dryRun } = input;
  const { report, size } = await sitemaps.planSync(input);
  const { pages, overLimit, problem } = report;
  const end = { pages, added: 0, paused: 0, resumed: 0, overLimit, error: problem };
  if (dryRun) return { ...end, manyGone: false };
  for (let from = 0; from < size; from += pagesPerStep) {
    setCurrentDetails(`${from} of ${counted(size, "change")} made`);
    const step = await sitemaps.applySync({ syncId, from, count: pagesPerStep });
    await Promise.all(step.dispatches.map(dispatch));
    if (step.dispatches.length > 0) await project.clearOutbox({ ids: step.dispatches.map(({ id }) => id) });
    end.added += step.added;
    end.paused += step.paused;
    end.resumed += step.resumed;
  }
  await project.endSync({ syncId });
  return { ...end, manyGone: problem === "many_pages_gone" };
}
