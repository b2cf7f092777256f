import { queryOptions } from "@tanstack/react-query";
import { wf } from "../../api/client.ts";
import { pagedQuery } from "../../api/queries.ts";

/** The sitemaps, newest first. */
export const sitemapsQuery = pagedQuery(["sitemap", "list"], {}, (query: { cursor?: string }, call) =>
  wf.operations.listMonitorSitemaps(query, call),
);

export const sitemapQuery = (id: string) =>
  queryOptions({
    queryKey: ["sitemap", id],
    queryFn: ({ signal }) => wf.sitemaps.get(id, { signal }),
  });
