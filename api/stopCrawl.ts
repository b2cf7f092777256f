import { setTimeout as sleep } from "node:timers/promises";
import type { CrawlRecord } from "#schemas/crawl.ts";
import { controlSignals, crawlInput } from "#workflows/messages.ts";
import { ApiError } from "./apiError.ts";
import type { ApiPorts } from "./ports.ts";
import { readCrawl } from "./reads/crawls.ts";

/** How long the crawl's workflow has to show that it has heard, and how often that is looked for, milliseconds. */
const waitMs = 2_000;
const pollMs = 40;

/**
 * Has a crawl cancelled and returns it as it then is. Temporal keeps the signal where no worker is up to hear it, so the answer is
 * then what will be. Rejects with `crawl_ended`, or with `unavailable` where Temporal is away.
 */
export async function requestCrawlCancel(ports: ApiPorts, record: CrawlRecord): Promise<CrawlRecord> {
  const { _id, accountId } = record;
  if (record.status !== "running" || !(await tell(ports, record))) throw new ApiError("crawl_ended");
  const deadline = Date.now() + waitMs;
  for (;;) {
    const current = await readCrawl(ports.database, accountId, _id);
    if (current.status === "cancelled") return current;
    if (current.status !== "running") throw new ApiError("crawl_ended");
    if (Date.now() > deadline) return asCancelled(current);
    await sleep(pollMs);
  }
}

/** What a crawl will be that has been told to stop: pages at work finish, queued ones are passed over. */
function asCancelled(record: CrawlRecord): CrawlRecord {
  const tallies = Object.entries(record.tallies).map(([segment, tally]) => {
    const { queued, skipped } = tally;
    return [segment, { ...tally, queued: 0, skipped: skipped + queued }] as const;
  });
  return { ...record, status: "cancelled", stopReason: "cancelled", tallies: Object.fromEntries(tallies) };
}

async function tell({ orchestrator, log }: ApiPorts, record: CrawlRecord): Promise<boolean> {
  try {
    return await orchestrator.signal(
      { type: "crawl", input: crawlInput(record) },
      { name: controlSignals.cancel, args: [] },
    );
  } catch (err) {
    log.warn({ err, accountId: record.accountId, crawlId: record._id }, "a crawl could not be told to stop");
    throw new ApiError("unavailable", { retryAfter: 5 });
  }
}
