import type { Crawl, CrawlPage } from "#schemas/crawl.ts";
import { Badge, type Tone } from "../../ui/badges/Badge.tsx";

const crawlStates: Readonly<Record<Crawl["status"], readonly [Tone, string]>> = {
  running: ["active", "Running"],
  completed: ["good", "Done"],
  cancelled: ["neutral", "Cancelled"],
  failed: ["failed", "Failed"],
  out_of_credits: ["failed", "Out of credits"],
};

const pageStates: Readonly<Record<CrawlPage["status"], readonly [Tone, string]>> = {
  queued: ["neutral", "Waiting"],
  in_progress: ["active", "Running"],
  completed: ["good", "Done"],
  failed: ["failed", "Failed"],
  skipped: ["neutral", "Skipped"],
};

/** The state of a crawl. */
export function CrawlBadge({ crawl: { status } }: { crawl: Crawl }) {
  const [tone, text] = crawlStates[status];
  return <Badge tone={tone}>{text}</Badge>;
}

/** The state of a crawl's page. */
export function CrawlPageBadge({ page: { status } }: { page: CrawlPage }) {
  const [tone, text] = pageStates[status];
  return <Badge tone={tone}>{text}</Badge>;
}
