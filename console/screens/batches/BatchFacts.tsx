import type { Batch } from "#schemas/batch.ts";
import { formatCount } from "../../format/numbers.ts";
import { Fact, Facts } from "../../ui/Facts.tsx";
import { Progress } from "../../ui/Progress.tsx";
import { BatchBadge } from "./BatchBadge.tsx";
import { endedPages } from "./queries.ts";

/** The state of a batch, its progress, and its pages by state. */
export function BatchFacts({ batch }: { batch: Batch }) {
  const { counts, credits, total } = batch;
  return (
    <>
      <Progress label="Pages that have ended" value={endedPages(batch)} total={total} />
      <Facts>
        <Fact name="State">
          <BatchBadge batch={batch} />
        </Fact>
        <Fact name="Failed">{formatCount(counts.failed)}</Fact>
        <Fact name="Done">{formatCount(counts.completed)}</Fact>
        <Fact name="Running">{formatCount(counts.in_progress)}</Fact>
        <Fact name="Waiting">{formatCount(counts.queued)}</Fact>
        {counts.cancelled > 0 && <Fact name="Cancelled">{formatCount(counts.cancelled)}</Fact>}
        <Fact name="Credits">
          {formatCount(credits.net)}
          {credits.refunded > 0 && ` (${formatCount(credits.refunded)} refunded)`}
        </Fact>
      </Facts>
    </>
  );
}
