import { useInfiniteQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import type { MonitorSitemap } from "#schemas/monitor/sitemap.ts";
import { formatCount } from "../../format/numbers.ts";
import { useHotkeys } from "../../document/hotkeys.tsx";
import { LinkButton } from "../../ui/Button.tsx";
import { LoadMore } from "../../ui/LoadMore.tsx";
import { Page } from "../../ui/Page.tsx";
import { RelativeTime } from "../../ui/RelativeTime.tsx";
import { EmptyState, ErrorState, Loading } from "../../ui/states.tsx";
import { Table } from "../../ui/Table.tsx";
import { sitemapsQuery } from "./queries.ts";
import { SitemapBadge } from "./SitemapBadge.tsx";

/** The sitemaps whose pages are monitors. */
export function SitemapsScreen() {
  const navigate = useNavigate();
  const query = useInfiniteQuery(sitemapsQuery);
  const sitemaps = (query.data?.pages ?? []).flatMap((page) => page.sitemaps);
  useHotkeys("Sitemaps", [
    { keys: "n", label: "Watch a sitemap", run: () => void navigate({ to: "/monitors/sitemaps/new" }) },
  ]);
  return (
    <Page
      title="Sitemaps"
      about="A sitemap makes a monitor for each of its pages. New pages join, and pages that are gone pause."
      actions={
        <LinkButton href="/monitors/sitemaps/new" variant="primary">
          Watch a sitemap
        </LinkButton>
      }
    >
      {query.error !== null && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
      {query.isPending && <Loading label="Loading the sitemaps" lines={4} />}
      {query.data !== undefined && sitemaps.length === 0 && (
        <EmptyState
          title="No sitemaps yet"
          action={<LinkButton href="/monitors/sitemaps/new">Watch a sitemap</LinkButton>}
        >
          Give the address of a sitemap, and see its pages before anything is made.
        </EmptyState>
      )}
      {sitemaps.length > 0 && (
        <Table caption="Sitemaps" columns={["Sitemap", "State", "Active", "Gone", "Over the limit", "Last sync"]}>
          {sitemaps.map((sitemap) => (
            <Row key={sitemap.id} sitemap={sitemap} />
          ))}
        </Table>
      )}
      <LoadMore query={query} />
    </Page>
  );
}

function Row({ sitemap }: { sitemap: MonitorSitemap }) {
  const { id, name, counts, lastSync } = sitemap;
  return (
    <tr>
      <td>
        <Link to="/monitors/sitemaps/$sitemapId" params={{ sitemapId: id }}>
          {name}
        </Link>
      </td>
      <td>
        <SitemapBadge sitemap={sitemap} />
      </td>
      <td>{formatCount(counts.active)}</td>
      <td>{formatCount(counts.gone)}</td>
      <td>{formatCount(counts.overLimit)}</td>
      <td>{lastSync === null ? "—" : <RelativeTime at={lastSync.at} />}</td>
    </tr>
  );
}
