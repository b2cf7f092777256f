import type { HostFigures, JobCounts } from "#schemas/batch.ts";
import type { Credits } from "#schemas/common.ts";
import type { CrawlTally } from "#schemas/crawl.ts";
import type { JobOutcome, JobRecord } from "#schemas/job.ts";
import type { PageInfo } from "#schemas/outputs.ts";
import { throttleKeyOf } from "./throttle.ts";

/** The fields of a job that the figures of a batch use. */
export type BatchJob = Pick<JobRecord, "_id" | "url" | "host" | "status" | "credits" | "startedAt" | "error"> & {
  result?: Pick<JobOutcome, "timings"> & { page?: Pick<PageInfo, "statusCode" | "title"> };
};

/** The number of jobs by status. */
export function jobCounts(jobs: readonly Pick<JobRecord, "status">[]): JobCounts {
  const counts: JobCounts = { queued: 0, in_progress: 0, completed: 0, failed: 0, cancelled: 0 };
  for (const { status } of jobs) counts[status] += 1;
  return counts;
}

/** The credits of jobs in total. */
export function creditsOfJobs(jobs: readonly Pick<JobRecord, "credits">[]): Credits {
  const charged = jobs.reduce((sum, { credits }) => sum + credits.charged, 0);
  const refunded = jobs.reduce((sum, { credits }) => sum + credits.refunded, 0);
  return { charged, refunded, net: charged - refunded };
}

/** The ends of back-offs by the key of a host's throttle. */
type Backoffs = ReadonlyMap<string, Date>;

/** The figures of a batch for each host, in the order of first appearance. */
export function hostFigures(jobs: readonly BatchJob[], backoffs: Backoffs): HostFigures[] {
  return [...Map.groupBy(jobs, ({ host }) => host)].map(([host, hostJobs]) => {
    const times = hostJobs.flatMap(({ result }) =>
      result === undefined ? [] : [result.timings.total - result.timings.queued],
    );
    return {
      host,
      total: hostJobs.length,
      ...jobCounts(hostJobs),
      refusals: hostJobs.filter(({ result }) => [429, 503].includes(result?.page?.statusCode ?? 0)).length,
      backedOffUntil: lastEnd(hostJobs, backoffs),
      averageMs: times.length === 0 ? null : Math.round(times.reduce((sum, time) => sum + time, 0) / times.length),
    };
  });
}

/** The end of the longest back-off that a waiting page waits for, ISO 8601; null without any. */
function lastEnd(jobs: readonly BatchJob[], backoffs: Backoffs): string | null {
  const waiting = jobs.filter(({ status }) => status === "queued");
  const ends = waiting.flatMap(({ url }) => backoffs.get(throttleKeyOf(url))?.getTime() ?? []);
  return ends.length === 0 ? null : new Date(Math.max(...ends)).toISOString();
}

/** The tally of a crawl from the tallies of its segments. */
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
