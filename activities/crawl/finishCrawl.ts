import {
  type CrawlPageEntry,
  type CrawlRecord,
  type SkipReason,
  type StopReason,
  stopReasons,
} from "#schemas/crawl.ts";
import type { WebhookDeliveryInput } from "#workflows/messages.ts";
import { crawlEvent } from "../notify/events.ts";
import type { ActivityPorts } from "../ports.ts";
import { openFrontier } from "../projections/crawls.ts";
import { recordEvent } from "../projections/deliveries.ts";

/** `final` where no page is at work any more. */
export type FinishCrawlInput = { crawlId: string; reason: StopReason; final: boolean; version: number };

/** What is said of pages that are left when a crawl ends. */
const leftover = {
  no_more_pages: "internal_error",
  max_pages: "internal_error",
  max_duration: "max_duration",
  cancelled: "cancelled",
  out_of_credits: "out_of_credits",
  start_page_failed: "start_page_failed",
  robots_disallowed: "robots_disallowed",
  robots_unreachable: "robots_unreachable",
  terminated: "terminated",
  internal_error: "internal_error",
} as const satisfies Record<StopReason, SkipReason>;

/**
 * Ends a crawl: its queued pages become skipped and its status shows why; once no page is at work, what only a running crawl needs
 * is removed and its event recorded, which is returned to be delivered.
 */
export async function finishCrawl(ports: ActivityPorts, input: FinishCrawlInput): Promise<WebhookDeliveryInput | null> {
  const { crawlId, final, version } = input;
  const { database } = ports;
  const frontier = await openFrontier(database, { crawlId, version });
  const reason = input.reason === "no_more_pages" && frontier.record.limited ? "max_pages" : input.reason;
  const at = new Date(version / 1_000);
  for (let place = 0; place < frontier.record.found; place += 1) {
    const change = endOf(await frontier.page(place), { error: leftover[reason], final, at });
    if (change !== null) await frontier.change(place, change);
  }
  const { startedAt } = frontier.record;
  await frontier.save({
    status: stopReasons[reason],
    stopReason: reason,
    startedAt: startedAt ?? at,
    ...(final && { completedAt: at }),
  });
  if (!final) return null;
  await Promise.all([
    database.crawlSeen.deleteMany({ crawlId }),
    database.crawlPatterns.deleteMany({ crawlId }),
    database.crawlRobots.deleteMany({ crawlId }),
  ]);
  return tell(ports, frontier.record);
}

type End = { error: SkipReason; final: boolean; at: Date };

/** What becomes of a page at the end; null where that is decided. */
function endOf({ status }: CrawlPageEntry, { error, final, at }: End): Partial<CrawlPageEntry> | null {
  if (status === "queued") return { status: "skipped", error, completedAt: at };
  // Only where the crawl did not end by itself: its renders go on, and their jobs tell what becomes of them.
  if (status === "in_progress" && final) return { status: "failed", error, completedAt: at };
  return null;
}

/** Records what became of a crawl for its receiver; a cancelled one is no news to whoever cancelled it. */
async function tell({ database, signer }: ActivityPorts, crawl: CrawlRecord): Promise<WebhookDeliveryInput | null> {
  const { _id: resourceId, accountId, webhook: target, status, completedAt } = crawl;
  if (target === undefined || status === "cancelled" || completedAt === null) return null;
  const type = status === "completed" ? "crawl.completed" : "crawl.failed";
  const data = crawlEvent(crawl, signer);
  const eventId = await recordEvent(database, { type, accountId, resourceId, occasion: 1, target, data }, completedAt);
  return { eventId, accountId, type };
}
