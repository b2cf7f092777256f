import { Link } from "@tanstack/react-router";
import type { MonitorSitemap } from "#schemas/monitor/sitemap.ts";
import { formatCount } from "../../format/numbers.ts";
import { LinkButton } from "../../ui/Button.tsx";
import { Page } from "../../ui/Page.tsx";
import { RelativeTime } from "../../ui/RelativeTime.tsx";
import { ListedTable } from "../../ui/Listed.tsx";
import { useList } from "../../api/useList.ts";
import { NewButton } from "../../ui/NewButton.tsx";
import { sitemapsQuery } from "./queries.ts";
import { SitemapBadge } from "./SitemapBadge.tsx";

/** The sitemaps whose pages are monitors. */
export function SitemapsScreen() {
  const query = useList(sitemapsQuery, (page) => page.sitemaps);
  return (
    <Page
      title="Sitemaps"
      about="A sitemap makes a monitor for each of its pages. New pages join, and pages that are gone pause."
      actions={<NewButton title="Sitemaps" label="Watch a sitemap" href="/monitors/sitemaps/new" />}
    >
      <ListedTable
        query={query}
        things="sitemaps"
        lines={4}
        empty="Give the address of a sitemap, and see its pages before anything is made."
        emptyAction={<LinkButton href="/monitors/sitemaps/new">Watch a sitemap</LinkButton>}
        columns={["Sitemap", "State", "Active", "Gone", "Over the limit", "Last sync"]}
        renderRow={(sitemap) => <Row key={sitemap.id} sitemap={sitemap} />}
      />
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
