import { useInfiniteQuery } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import type { Crawl } from "#schemas/crawl.ts";
import { formatCount } from "../../format/numbers.ts";
import { useHotkeys } from "../../document/hotkeys.tsx";
import { LinkButton } from "../../ui/Button.tsx";
import { Filters } from "../../ui/fields/Filters.tsx";
import { LoadMore } from "../../ui/LoadMore.tsx";
import { Page } from "../../ui/Page.tsx";
import { RelativeTime } from "../../ui/RelativeTime.tsx";
import { Select } from "../../ui/fields/Select.tsx";
import { EmptyState, ErrorState, Loading } from "../../ui/states.tsx";
import { Table } from "../../ui/Table.tsx";
import { CrawlBadge } from "./badges.tsx";
import { crawlStatusOptions, readCrawlFilter } from "./filter.ts";
import { crawlsQuery } from "./queries.ts";

/** The crawls, newest first. */
export function CrawlsScreen() {
  const filter = useSearch({ from: "/shell/crawls" });
  const { status = "" } = filter;
  const navigate = useNavigate({ from: "/crawls" });
  const query = useInfiniteQuery(crawlsQuery(filter));
  const crawls = (query.data?.pages ?? []).flatMap((page) => page.crawls);
  useHotkeys("Crawls", [{ keys: "n", label: "Crawl a site", run: () => void navigate({ to: "/crawls/new" }) }]);
  return (
    <Page
      title="Crawls"
      about="A crawl renders a site page by page along its links."
      actions={
        <LinkButton href="/crawls/new" variant="primary">
          Crawl a site
        </LinkButton>
      }
    >
      {(crawls.length > 0 || status !== "") && (
        <Filters>
          <Select
            label="State"
            value={status}
            onChange={(next) => void navigate({ search: readCrawlFilter({ status: next }), replace: true })}
            options={crawlStatusOptions}
          />
        </Filters>
      )}
      {query.error !== null && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
      {query.isPending && <Loading label="Loading the crawls" lines={6} />}
      {query.data !== undefined && crawls.length === 0 && (
        <EmptyState title={status === "" ? "No crawls yet" : "No crawl is in this state"}>
          {status === "" ? "Give a start page; the crawl follows its links." : "Choose another state above."}
        </EmptyState>
      )}
      {crawls.length > 0 && (
        <Table caption="Crawls" columns={["Start page", "State", "Found", "Done", "Failed", "Credits", "Accepted"]}>
          {crawls.map((crawl) => (
            <Row key={crawl.id} crawl={crawl} />
          ))}
        </Table>
      )}
      <LoadMore query={query} />
    </Page>
  );
}

function Row({ crawl }: { crawl: Crawl }) {
  const { id, url, counts, credits, createdAt } = crawl;
  return (
    <tr>
      <td>
        <Link to="/crawls/$crawlId" params={{ crawlId: id }}>
          {url}
        </Link>
      </td>
      <td>
        <CrawlBadge crawl={crawl} />
      </td>
      <td>{formatCount(counts.found)}</td>
      <td>{formatCount(counts.completed)}</td>
      <td>{formatCount(counts.failed)}</td>
      <td>{formatCount(credits.net)}</td>
      <td>
        <RelativeTime at={createdAt} />
      </td>
    </tr>
  );
}
