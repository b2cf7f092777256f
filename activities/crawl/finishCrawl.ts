import {
  type CrawlPageEntry,
  type CrawlRecord,
  type SkipReason,
  type StopReason,
  stopReasons,
} from "#schemas/crawl.ts";
import type { WebhookDeliveryInput } from "#orders/inputs.ts";
import { crawlEvent } from "../projections/events.ts";
import type { ActivityPorts } from "../ports.ts";
import { openFrontier } from "../projections/crawls.ts";
import { recordEvent } from "../projections/deliveries.ts";

type EndPorts = Pick<ActivityPorts, "database" | "signer">;

/** `final` means that no page is rendering any more. */
export type FinishCrawlInput = { crawlId: string; reason: StopReason; final: boolean; version: number };

/** The skip reason of unfinished pages, by the stop reason of the crawl. */
const skipReasonAfter = {
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
 * Ends a crawl: marks its queued pages as skipped and sets its status. In the final call it also removes the state of the
 * running crawl and records its event. Returns the event to deliver; null if there is none.
 */
export async function finishCrawl(ports: EndPorts, input: FinishCrawlInput): Promise<WebhookDeliveryInput | null> {
  const { crawlId, final, version } = input;
  const { database } = ports;
  const frontier = await openFrontier(database, { crawlId, version });
  const reason = input.reason === "no_more_pages" && frontier.record.limited ? "max_pages" : input.reason;
  const at = new Date(version / 1_000);
  for (let position = 0; position < frontier.record.found; position += 1) {
    const change = endOf(await frontier.page(position), { error: skipReasonAfter[reason], final, at });
    if (change !== null) await frontier.change(position, change);
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
  return recordCrawlEvent(ports, frontier.record);
}

type End = { error: SkipReason; final: boolean; at: Date };

/** The change of a page at the end of the crawl; null if the page has ended already. */
function endOf({ status }: CrawlPageEntry, { error, final, at }: End): Partial<CrawlPageEntry> | null {
  if (status === "queued") return { status: "skipped", error, completedAt: at };
  // A page still renders only if the crawl was stopped from outside. Its job goes on and shows its own outcome.
  if (status === "in_progress" && final) return { status: "failed", error, completedAt: at };
  return null;
}

/** Records the event of an ended crawl. A cancelled crawl has none, as its caller cancelled it. */
async function recordCrawlEvent(
  { database, signer }: EndPorts,
  crawl: CrawlRecord,
): Promise<WebhookDeliveryInput | null> {
  const { _id: resourceId, accountId, webhook: target, status, completedAt } = crawl;
  if (target === undefined || status === "cancelled" || completedAt === null) return null;
  const type = status === "completed" ? "crawl.completed" : "crawl.failed";
  const data = crawlEvent(crawl, signer);
  const eventId = await recordEvent(database, { type, accountId, resourceId, cause: 1, target, data }, completedAt);
  return { eventId, accountId, type };
}
