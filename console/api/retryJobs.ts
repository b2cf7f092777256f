import type { Static } from "typebox";
import type { JobList } from "#schemas/job.ts";
import { countOf } from "../format/words.ts";
import { ApiError, api, type Query } from "./client.ts";

/** Milliseconds between tries while the key's limit of requests per second is reached, and the number of tries. */
const pauseMs = 1_000;
const maxTries = 5;

/** The batch or crawl of the jobs. */
type FailedJobs = { batchId: string } | { crawlId: string };

/**
 * Retries the failed jobs of a batch or crawl, one after another. Returns their number.
 * @throws ApiError of the first job that the API refuses, such as `insufficient_credits`; earlier jobs run again.
 */
export async function retryFailedJobs(filter: FailedJobs): Promise<number> {
  const failed = await findFailed(filter);
  for (const id of failed) await retry(id);
  return failed.length;
}

async function findFailed(filter: FailedJobs): Promise<string[]> {
  const ids: string[] = [];
  let cursor: string | null = "";
  while (cursor !== null) {
    const query: Query = { ...filter, status: "failed", limit: 100, cursor };
    const page: Static<typeof JobList> = await withinRate(() => api.get("/jobs", { query }));
    ids.push(...page.jobs.map(({ id }) => id));
    cursor = page.nextCursor;
  }
  return ids;
}

async function retry(id: string): Promise<void> {
  try {
    await withinRate(() => api.post(`/retry/${id}`));
  } catch (error) {
    // Another call retried the job first.
    if (!(error instanceof ApiError && error.code === "not_failed")) throw error;
  }
}

/** Repeats a call that the API refused because the key makes too many requests per second. */
export async function withinRate<Reply>(call: () => Promise<Reply>, triesLeft: number = maxTries): Promise<Reply> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 429) || triesLeft <= 1) throw error;
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
    return withinRate(call, triesLeft - 1);
  }
}

/** The message after a retry of failed jobs. */
export function describeRetried(count: number): string {
  return count === 0 ? "No page has failed." : `${countOf(count, "failed page")} will be rendered again.`;
}
