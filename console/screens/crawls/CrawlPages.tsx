import { useNavigate, useSearch } from "@tanstack/react-router";
import type { Crawl } from "#schemas/crawl.ts";
import { countOf } from "../../format/words.ts";
import { Section } from "../../ui/Page.tsx";
import { Select } from "../../ui/fields/Select.tsx";
import { EmptyState, ErrorState, Loading } from "../../ui/states.tsx";
import { pageStatusOptions, readCrawlPageFilter } from "./filter.ts";
import { PageTree } from "./PageTree.tsx";
import { useCrawlPages } from "./queries.ts";

/** The pages of a crawl as a tree, with a filter by state. */
export function CrawlPages({ crawl }: { crawl: Crawl }) {
  const filter = useSearch({ from: "/shell/crawls/$crawlId" });
  const { status = "" } = filter;
  const navigate = useNavigate({ from: "/crawls/$crawlId" });
  const { pages, error, isPending, hasNextPage, refetch } = useCrawlPages(crawl, filter);
  return (
    <Section
      title="Pages"
      actions={
        <Select
          label="State"
          hidesLabel
          value={status}
          onChange={(next) => void navigate({ search: readCrawlPageFilter({ status: next }), replace: true })}
          options={pageStatusOptions}
        />
      }
    >
      {error !== null && <ErrorState error={error} onRetry={() => void refetch()} />}
      {isPending && <Loading label="Loading the pages" lines={10} />}
      {!isPending && pages.length === 0 && error === null && (
        <EmptyState title="No pages here">
          {status === "" ? "The crawl has found no page yet." : "Choose another state above."}
        </EmptyState>
      )}
      {pages.length > 0 && <PageTree key={status} pages={pages} />}
      <p className="small-print" role="status">
        {countOf(pages.length, "page")}
        {hasNextPage && ", more are loading …"}
        {crawl.counts.failed > 0 && ". The tree keeps the first outcome of a page; its job shows that of a retry."}
      </p>
    </Section>
  );
}
