import { Link, useNavigate } from "@tanstack/react-router";
import type { Batch } from "#schemas/batch.ts";
import { useHotkeys } from "../../document/hotkeys.tsx";
import { formatCount } from "../../format/numbers.ts";
import { countOf } from "../../format/words.ts";
import { LinkButton } from "../../ui/Button.tsx";
import { Page } from "../../ui/Page.tsx";
import { RelativeTime } from "../../ui/RelativeTime.tsx";
import { ListedTable } from "../../ui/Listed.tsx";
import { useList } from "../../api/useList.ts";
import { BatchBadge } from "./BatchBadge.tsx";
import { batchesQuery, endedPages } from "./queries.ts";

/** The batches, newest first. */
export function BatchesScreen() {
  const query = useList(batchesQuery, (page) => page.batches);
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
      <ListedTable
        query={query}
        things="batches"
        empty="Enter the addresses of several pages to render them together."
        columns={["Batch", "State", "Ended", "Failed", "Credits", "Accepted"]}
        renderRow={(batch) => <Row key={batch.id} batch={batch} />}
      />
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
