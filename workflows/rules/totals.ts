import type { HostFigures, JobCounts } from "#schemas/batch.ts";
import type { Credits } from "#schemas/common.ts";
import type { CrawlTally } from "#schemas/crawl.ts";
import type { JobRecord } from "#schemas/job.ts";

/** What the figures of a batch are made of. */
export type BatchJob = Pick<JobRecord, "_id" | "url" | "host" | "status" | "credits" | "startedAt" | "error"> & {
  result?: Pick<NonNullable<JobRecord["result"]>, "page" | "timings">;
};

/** Jobs by status. */
export function jobCounts(jobs: readonly Pick<JobRecord, "status">[]): JobCounts {
  const counts: JobCounts = { queued: 0, in_progress: 0, completed: 0, failed: 0, cancelled: 0 };
  for (const { status } of jobs) counts[status] += 1;
  return counts;
}

/** What jobs cost together. */
export function creditsOfJobs(jobs: readonly Pick<JobRecord, "credits">[]): Credits {
  const charged = jobs.reduce((sum, { credits }) => sum + credits.charged, 0);
  const refunded = jobs.reduce((sum, { credits }) => sum + credits.refunded, 0);
  return { charged, refunded, net: charged - refunded };
}

/** How a batch fares at each of its hosts, in the order in which they first appear. */
export function hostFigures(jobs: readonly BatchJob[]): HostFigures[] {
  return [...Map.groupBy(jobs, ({ host }) => host)].map(([host, own]) => {
    const times = own.flatMap(({ result }) =>
      result === undefined ? [] : [result.timings.total - result.timings.queued],
    );
    return {
      host,
      total: own.length,
      ...jobCounts(own),
      refusals: own.filter(({ result }) => [429, 503].includes(result?.page?.statusCode ?? 0)).length,
      averageMs: times.length === 0 ? null : Math.round(times.reduce((sum, time) => sum + time, 0) / times.length),
    };
  });
}

/** What all pages of a crawl come to, from what its segments do. */
export function crawlTotals(tallies: Readonly<Record<string, CrawlTally>>): CrawlTally {
  const total = { queued: 0, in_progress: 0, completed: 0, failed: 0, skipped: 0, charged: 0, refunded: 0 };
  for (const tally of Object.values(tallies)) {
    total.queued += tally.queued;
    total.in_progress += tally.in_progress;
    total.completed += tally.completed;
    total.failed += tally.failed;
    total.skipped += tally.skipped;
    total.charged += tally.charged;
    total.refunded += tally.refunded;
  }
  return total;
}
