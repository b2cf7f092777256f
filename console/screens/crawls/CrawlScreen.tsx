import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { Page } from "../../ui/Page.tsx";
import { PageLink } from "../../ui/PageLink.tsx";
import { ErrorState, Loading } from "../../ui/states.tsx";
import { CrawlActions } from "./CrawlActions.tsx";
import { CrawlFacts } from "./CrawlFacts.tsx";
import { CrawlPages } from "./CrawlPages.tsx";
import { crawlQuery } from "./queries.ts";

/** One crawl: its progress, its limits, and its pages as a tree. */
export function CrawlScreen() {
  const { crawlId } = useParams({ from: "/shell/crawls/$crawlId" });
  const { data: crawl, error, refetch } = useQuery(crawlQuery(crawlId));
  return (
    <Page
      title={crawl === undefined ? "Crawl" : `Crawl of ${hostOf(crawl.url)}`}
      {...(crawl && { about: <PageLink href={crawl.url} />, actions: <CrawlActions crawl={crawl} /> })}
    >
      {error !== null && <ErrorState error={error} onRetry={() => void refetch()} />}
      {crawl === undefined && error === null && <Loading label="Loading the crawl" lines={2} height="9rem" />}
      {crawl !== undefined && (
        <>
          <CrawlFacts crawl={crawl} />
          <CrawlPages crawl={crawl} />
        </>
      )}
    </Page>
  );
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url;
}
