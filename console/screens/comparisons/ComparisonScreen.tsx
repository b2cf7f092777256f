import { useQuery } from "@tanstack/react-query";
import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { useMemo } from "react";
import type { Diff } from "#schemas/diffReply.ts";
import { jobOutputPath } from "../../ui/Picture.tsx";
import { Page } from "../../ui/Page.tsx";
import { EmptyState, ErrorState, Loading } from "../../ui/states.tsx";
import { toViewed, type ViewedComparison } from "../comparison/viewer/model.ts";
import { usePlace } from "../comparison/viewer/usePlace.ts";
import { Viewer } from "../comparison/viewer/Viewer.tsx";
import { ComparisonFacts } from "./ComparisonFacts.tsx";
import { comparisonQuery } from "./queries.ts";
import { pictureOf } from "./sources.ts";

/** Two pictures beside each other, with what differs. */
export function ComparisonScreen() {
  const { comparisonId } = useParams({ from: "/shell/comparisons/$comparisonId" });
  const { data: diff, error, refetch } = useQuery(comparisonQuery(comparisonId));
  return (
    <Page title="Comparison">
      {error !== null && <ErrorState error={error} onRetry={() => void refetch()} />}
      {error === null && diff === undefined && <Loading label="Loading the comparison" lines={1} height="70vh" />}
      {diff !== undefined && <Content key={diff.id} diff={diff} />}
    </Page>
  );
}

function Content({ diff }: { diff: Diff }) {
  const comparison = useMemo(() => toComparison(diff), [diff]);
  const navigate = useNavigate({ from: "/comparisons/$comparisonId" });
  const viewerProps = usePlace(
    useSearch({ from: "/shell/comparisons/$comparisonId" }),
    (search) => void navigate({ search, replace: true, resetScroll: false }),
  );
  const facts = <ComparisonFacts diff={diff} />;
  if (comparison === null) {
    return (
      <>
        <Missing diff={diff} />
        {facts}
      </>
    );
  }
  return (
    <Viewer comparison={comparison} {...viewerProps}>
      {facts}
    </Viewer>
  );
}

/** Why there is no result yet, or none at all. */
function Missing({ diff: { status, error } }: { diff: Diff }) {
  if (error !== undefined) return <EmptyState title="The comparison failed">{error.message}</EmptyState>;
  if (status === "cancelled") return <EmptyState title="The comparison was cancelled">It was not charged.</EmptyState>;
  return (
    <EmptyState title="The comparison is under way">It shows here by itself as soon as both pictures exist.</EmptyState>
  );
}

function toComparison(diff: Diff): ViewedComparison | null {
  const { id, result } = diff;
  if (result === undefined) return null;
  const { before, after, mask, alignment, regions } = result;
  return toViewed({
    before: pictureOf(diff, "before", before),
    after: pictureOf(diff, "after", after),
    mask: mask === undefined ? null : { path: jobOutputPath(id, "mask"), width: mask.width, height: mask.height },
    alignment,
    areas: regions,
  });
}
