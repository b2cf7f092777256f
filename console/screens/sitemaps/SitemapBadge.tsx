import type { MonitorSitemap } from "#schemas/monitor/sitemap.ts";
import { Badge } from "../../ui/badges/Badge.tsx";

/** The state of a sitemap in one or two words. */
export function SitemapBadge({ sitemap: { status, syncing, lastSync } }: { sitemap: MonitorSitemap }) {
  if (syncing) return <Badge tone="active">Syncing</Badge>;
  if (status === "paused") return <Badge tone="neutral">Paused</Badge>;
  return lastSync?.error === undefined ? <Badge tone="good">In step</Badge> : <Badge tone="failed">Problem</Badge>;
}
