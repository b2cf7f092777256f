import { useInfiniteQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import type { Batch } from "#schemas/batch.ts";
import { useHotkeys } from "../../document/hotkeys.tsx";
import { formatCount } from "../../format/numbers.ts";
import { countOf } from "../../format/words.ts";
import { LinkButton } from "../../ui/Button.tsx";
import { LoadMore } from "../../ui/LoadMore.tsx";
import { Page } from "../../ui/Page.tsx";
import { RelativeTime } from "../../ui/RelativeTime.tsx";
import { EmptyState, ErrorState, Loading } from "../../ui/states.tsx";
import { Table } from "../../ui/Table.tsx";
import { BatchBadge } from "./BatchBadge.tsx";
import { batchesQuery, endedPages } from "./queries.ts";

/** The batches, newest first. */
export function BatchesScreen() {
  const query = useInfiniteQuery(batchesQuery);
  const batches = (query.data?.pages ?? []).flatMap((page) => page.batches);
  const navigate = useNavigate({ from: "/batches" });
  useHotkeys("Batches", [{ keys: "n", label: "Render many pages", run: () => void navigate({ to: "/batches/new" }) }]);
  return (
    <Page
      title="Batches"
      about="A batch renders up to 100 pages with the same options."
      actions={
        <LinkButton href="/batches/new" variant="primary">
          Render many pages
        </LinkButton>
      }
    >
      {query.error !== null && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
      {query.isPending && <Loading label="Loading the batches" lines={6} />}
      {query.data !== undefined && batches.length === 0 && (
        <EmptyState title="No batches yet">Enter the addresses of several pages to render them together.</EmptyState>
      )}
      {batches.length > 0 && (
        <Table caption="Batches" columns={["Batch", "State", "Ended", "Failed", "Credits", "Accepted"]}>
          {batches.map((batch) => (
            <Row key={batch.id} batch={batch} />
          ))}
        </Table>
      )}
      <LoadMore query={query} />
    </Page>
  );
}

function Row({ batch }: { batch: Batch }) {
  const { id, hosts, total, counts, credits, createdAt } = batch;
  const [first, ...others] = hosts;
  return (
    <tr>
      <td>
        <Link to="/batches/$batchId" params={{ batchId: id }}>
          {countOf(total, "page")}
          {first !== undefined && ` of ${first.host}`}
          {others.length > 0 && ` and ${countOf(others.length, "other host")}`}
        </Link>
      </td>
      <td>
        <BatchBadge batch={batch} />
      </td>
      <td>{`${formatCount(endedPages(batch))} of ${formatCount(total)}`}</td>
      <td>{formatCount(counts.failed)}</td>
      <td>{formatCount(credits.net)}</td>
      <td>
        <RelativeTime at={createdAt} />
      </td>
    </tr>
  );
}
