import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import type { Crawl } from "#schemas/crawl.ts";
import { formatCount } from "../../format/numbers.ts";
import { Filters } from "../../ui/fields/Filters.tsx";
import { Page } from "../../ui/Page.tsx";
import { RelativeTime } from "../../ui/RelativeTime.tsx";
import { Select } from "../../ui/fields/Select.tsx";
import { ListedTable } from "../../ui/Listed.tsx";
import { useList } from "../../api/useList.ts";
import { NewButton } from "../../ui/NewButton.tsx";
import { CrawlBadge } from "./badges.tsx";
import { crawlStatusOptions, readCrawlFilter } from "./filter.ts";
import { crawlsQuery } from "./queries.ts";

/** The crawls, newest first. */
export function CrawlsScreen() {
  const filter = useSearch({ from: "/shell/crawls" });
  const { status = "" } = filter;
  const navigate = useNavigate({ from: "/crawls" });
  const query = useList(crawlsQuery(filter), (page) => page.crawls);
  const { data: crawls = [] } = query;
  return (
    <Page
      title="Crawls"
      about="A crawl renders a site page by page along its links."
      actions={<NewButton title="Crawls" label="Crawl a site" href="/crawls/new" />}
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
      <ListedTable
        query={query}
        things="crawls"
        emptyTitle={status === "" ? "No crawls yet" : "No crawl is in this state"}
        empty={status === "" ? "Give a start page; the crawl follows its links." : "Choose another state above."}
        columns={["Start page", "State", "Found", "Done", "Failed", "Credits", "Accepted"]}
        renderRow={(crawl) => <Row key={crawl.id} crawl={crawl} />}
      />
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
