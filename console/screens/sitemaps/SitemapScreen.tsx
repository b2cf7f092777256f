import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import type { MonitorSitemap } from "#schemas/monitor/sitemap.ts";
import { formatCount } from "../../format/numbers.ts";
import { countOf } from "../../format/words.ts";
import { LinkButton } from "../../ui/Button.tsx";
import { Fact, Facts } from "../../ui/Facts.tsx";
import { FailureText } from "../../ui/FailureText.tsx";
import { Card, Page, Section } from "../../ui/Page.tsx";
import { RelativeTime } from "../../ui/RelativeTime.tsx";
import { ErrorState, Loading } from "../../ui/states.tsx";
import { sitemapQuery } from "./queries.ts";
import { SitemapActions } from "./SitemapActions.tsx";
import { SitemapBadge } from "./SitemapBadge.tsx";
import { SitemapSettings } from "./SitemapSettings.tsx";

/** One sitemap: its monitors in numbers, its last sync, and its settings. */
export function SitemapScreen() {
  const { sitemapId } = useParams({ from: "/shell/monitors/sitemaps/$sitemapId" });
  const { data: sitemap, error, refetch } = useQuery(sitemapQuery(sitemapId));
  return (
    <Page
      title="Sitemap"
      {...(sitemap && {
        heading: sitemap.name,
        about: sitemap.host,
        actions: <SitemapActions sitemap={sitemap} />,
      })}
    >
      {error !== null && <ErrorState error={error} onRetry={() => void refetch()} />}
      {sitemap === undefined && error === null && <Loading label="Loading the sitemap" lines={2} height="9rem" />}
      {sitemap !== undefined && (
        <>
          <Numbers sitemap={sitemap} />
          <LastSync sitemap={sitemap} />
          <SitemapSettings key={sitemap.id} sitemap={sitemap} />
        </>
      )}
    </Page>
  );
}

function Numbers({ sitemap }: { sitemap: MonitorSitemap }) {
  const { id, counts, nextSyncAt } = sitemap;
  return (
    <Section title="Monitors" actions={<LinkButton href={`/monitors?sitemap=${id}`}>Show its monitors</LinkButton>}>
      <Facts>
        <Fact name="State">
          <SitemapBadge sitemap={sitemap} />
        </Fact>
        <Fact name="Active">
          <Link to="/monitors" search={{ sitemap: id, state: "active" }}>
            {countOf(counts.active, "monitor")}
          </Link>
        </Fact>
        <Fact name="Paused by hand">{formatCount(counts.paused)}</Fact>
        <Fact name="Page is gone">{formatCount(counts.gone)}</Fact>
        <Fact name="Over the limit">{countOf(counts.overLimit, "page")}</Fact>
        <Fact name="Next sync">{nextSyncAt === null ? "None is planned" : <RelativeTime at={nextSyncAt} />}</Fact>
      </Facts>
    </Section>
  );
}

function LastSync({ sitemap: { lastSync } }: { sitemap: MonitorSitemap }) {
  return (
    <Section title="Last sync">
      {lastSync === null ? (
        <Card>The first sync has not ended yet.</Card>
      ) : (
        <>
          {lastSync.error !== undefined && <FailureText>{lastSync.error.message}</FailureText>}
          <Facts>
            <Fact name="Ended">
              <RelativeTime at={lastSync.at} />
            </Fact>
            <Fact name="Pages in the sitemap">{formatCount(lastSync.pages)}</Fact>
            <Fact name="Joined">{formatCount(lastSync.added)}</Fact>
            <Fact name="Paused">{formatCount(lastSync.paused)}</Fact>
            <Fact name="Resumed">{formatCount(lastSync.resumed)}</Fact>
          </Facts>
        </>
      )}
    </Section>
  );
}
