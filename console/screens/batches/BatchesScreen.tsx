import { Link } from "@tanstack/react-router";
import type { Batch } from "#schemas/batch.ts";
import { formatCount } from "../../format/numbers.ts";
import { countOf } from "../../format/words.ts";
import { Page } from "../../ui/Page.tsx";
import { RelativeTime } from "../../ui/RelativeTime.tsx";
import { ListedTable } from "../../ui/Listed.tsx";
import { useList } from "../../api/useList.ts";
import { NewButton } from "../../ui/NewButton.tsx";
import { BatchBadge } from "./BatchBadge.tsx";
import { batchesQuery, endedPages } from "./queries.ts";

/** The batches, newest first. */
export function BatchesScreen() {
  const query = useList(batchesQuery, (page) => page.batches);
  return (
    <Page
      title="Batches"
      about="A batch renders up to 100 pages with the same options."
      actions={<NewButton title="Batches" label="Render many pages" href="/batches/new" />}
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
