import { queryOptions, useInfiniteQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import type { Crawl, CrawlPage } from "#schemas/crawl.ts";
import { wf } from "../../api/client.ts";
import { pagedQuery } from "../../api/queries.ts";
import type { CrawlFilter, CrawlPageFilter } from "./filter.ts";

/** Milliseconds between polls of a crawl that runs. `/events` normally brings the change earlier. */
const activePollMs = 2_000;
/** Least milliseconds between polls of the pages, and milliseconds per loaded part of 100, as a poll loads all parts. */
const minPagesPollMs = 3_000;
const partPollMs = 1_000;

export const crawlsQuery = (filter: CrawlFilter) =>
  pagedQuery(["crawl", "list"], { ...filter, limit: 50 }, (query, call) => wf.operations.listCrawls(query, call));

/** One crawl. It polls until the crawl has ended. */
export const crawlQuery = (id: string) =>
  queryOptions({
    queryKey: ["crawl", id],
    queryFn: ({ signal }) => wf.crawls.get(id, { signal }),
    refetchInterval: ({ state }) => (state.data?.completedAt === null ? activePollMs : false),
  });

/** All pages of a crawl with a filter, loaded part after part. */
export function useCrawlPages({ id, completedAt }: Crawl, filter: CrawlPageFilter) {
  const isRunning = completedAt === null;
  const query = useInfiniteQuery({
    // No kind of `/events`: a crawl changes several times a second, and each change would load all parts.
    ...pagedQuery(["crawlPages", id], { ...filter, limit: 100 }, (part, call) =>
      wf.operations.listCrawlPages(id, part, call),
    ),
    refetchInterval: ({ state }) => isRunning && Math.max(minPagesPollMs, (state.data?.pages.length ?? 0) * partPollMs),
  });
  const { hasNextPage, isFetching, isError, fetchNextPage, refetch } = query;
  useEffect(() => {
    if (hasNextPage && !isFetching && !isError) void fetchNextPage();
  }, [hasNextPage, isFetching, isError, fetchNextPage]);
  useEffect(() => {
    // The last poll may be older than the end.
    if (!isRunning) void refetch({ cancelRefetch: false });
  }, [isRunning, refetch]);
  const pages: CrawlPage[] = (query.data?.pages ?? []).flatMap((page) => page.pages);
  return { ...query, pages };
}
