import { queryOptions, useInfiniteQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import type { Static } from "typebox";
import type { Crawl, CrawlList, CrawlPage, CrawlPageList, CrawlReply } from "#schemas/crawl.ts";
import { api } from "../../api/client.ts";
import { pagedQuery } from "../../api/queries.ts";

/** Milliseconds between polls of a crawl that runs. `/events` normally brings the change earlier. */
const activePollMs = 2_000;
/** Least milliseconds between polls of the pages, and milliseconds per loaded part of 100, as a poll loads all parts. */
const minPagesPollMs = 3_000;
const partPollMs = 1_000;

export const crawlsQuery = (status: string) =>
  pagedQuery<Static<typeof CrawlList>>(["crawl", "list"], "/crawls", { status, limit: 50 });

/** One crawl. It polls until the crawl has ended. */
export const crawlQuery = (id: string) =>
  queryOptions({
    queryKey: ["crawl", id],
    queryFn: async ({ signal }): Promise<Crawl> =>
      (await api.get<Static<typeof CrawlReply>>(`/crawl/${id}`, { signal })).crawl,
    refetchInterval: ({ state }) => (state.data?.completedAt === null ? activePollMs : false),
  });

/** All pages of a crawl with a status (empty: any), loaded part after part. */
export function useCrawlPages({ id, completedAt }: Crawl, status: string) {
  const isRunning = completedAt === null;
  const query = useInfiniteQuery({
    // No kind of `/events`: a crawl changes several times a second, and each change would load all parts.
    ...pagedQuery<Static<typeof CrawlPageList>>(["crawlPages", id], `/crawl/${id}/pages`, { status, limit: 100 }),
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
