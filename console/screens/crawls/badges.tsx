import type { Crawl, CrawlPage } from "#schemas/crawl.ts";
import { Badge, type Tone } from "../../ui/badges/Badge.tsx";
import { ErrorPageBadge, isErrorStatus } from "../../ui/badges/ErrorPageBadge.tsx";

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

/** The state of a crawl's page. An error page has its HTTP status. */
export function CrawlPageBadge({ page: { status, statusCode } }: { page: CrawlPage }) {
  if (status === "completed" && isErrorStatus(statusCode)) return <ErrorPageBadge statusCode={statusCode} />;
  const [tone, text] = pageStates[status];
  return <Badge tone={tone}>{text}</Badge>;
}
