import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import type { ListedDiff } from "#schemas/diffReply.ts";
import { formatShare } from "../../format/numbers.ts";
import { JobBadge } from "../../ui/badges/JobBadge.tsx";
import { LinkButton } from "../../ui/Button.tsx";
import { Filters } from "../../ui/fields/Filters.tsx";
import { Select } from "../../ui/fields/Select.tsx";
import { Page } from "../../ui/Page.tsx";
import { RelativeTime } from "../../ui/RelativeTime.tsx";
import { ListedTable } from "../../ui/Listed.tsx";
import { useList } from "../../api/useList.ts";
import { statusOptions } from "../renders/filter.ts";
import { readComparisonFilter } from "./filter.ts";
import { comparisonsQuery } from "./queries.ts";
import { nameOfSource } from "./sources.ts";

/** The comparisons of two pictures, newest first. */
export function ComparisonsScreen() {
  const filter = useSearch({ from: "/shell/comparisons" });
  const { status = "" } = filter;
  const navigate = useNavigate({ from: "/comparisons" });
  const query = useList(comparisonsQuery(filter), (page) => page.diffs);
  const create = <LinkButton href="/comparisons/new">Compare two pages</LinkButton>;
  return (
    <Page
      title="Comparisons"
      actions={
        <LinkButton href="/comparisons/new" variant="primary">
          Compare two pages
        </LinkButton>
      }
    >
      <Filters>
        <Select
          label="State"
          value={status}
          onChange={(next) => void navigate({ search: readComparisonFilter({ status: next }), replace: true })}
          options={statusOptions}
        />
      </Filters>
      <ListedTable
        query={query}
        things="comparisons"
        emptyTitle={status === "" ? "No comparisons yet" : "No comparison matches"}
        empty={
          status === "" ? "Compare two pages, two renders, or two runs of a monitor." : "Choose another state above."
        }
        emptyAction={status === "" ? create : null}
        columns={["Before and after", "State", "Difference", "Areas", "Created"]}
        renderRow={(diff) => <Row key={diff.id} diff={diff} />}
      />
    </Page>
  );
}

function Row({ diff }: { diff: ListedDiff }) {
  const { id, before, after, result, createdAt } = diff;
  return (
    <tr>
      <td>
        <Link to="/comparisons/$comparisonId" params={{ comparisonId: id }}>
          {nameOfSource(before)} → {nameOfSource(after)}
        </Link>
      </td>
      <td>
        <JobBadge job={diff} />
      </td>
      <td>{result === undefined ? "—" : formatShare(result.differenceRatio)}</td>
      <td>{result?.regionCount ?? "—"}</td>
      <td>
        <RelativeTime at={createdAt} />
      </td>
    </tr>
  );
}
