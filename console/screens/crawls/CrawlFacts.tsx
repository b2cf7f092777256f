import type { ReactNode } from "react";
import type { Crawl } from "#schemas/crawl.ts";
import { formatCount } from "../../format/numbers.ts";
import { countOf } from "../../format/words.ts";
import { formatDuration } from "../../format/time.ts";
import { Fact, Facts } from "../../ui/Facts.tsx";
import { Progress } from "../../ui/Progress.tsx";
import { RelativeTime } from "../../ui/RelativeTime.tsx";
import { CrawlBadge } from "./badges.tsx";
import { describeStop } from "./words.ts";

/** The state of a crawl, its progress, and its limits. */
export function CrawlFacts({ crawl }: { crawl: Crawl }) {
  const { counts, credits, createdAt, stopReason } = crawl;
  return (
    <>
      <Progress
        label="Found pages that have ended"
        value={counts.completed + counts.failed + counts.skipped}
        total={counts.found}
      />
      <Facts>
        <Fact name="State">
          <CrawlBadge crawl={crawl} />
        </Fact>
        {stopReason !== null && <Fact name="Why it ended">{describeStop(stopReason)}</Fact>}
        <Fact name="Failed">{formatCount(counts.failed)}</Fact>
        <Fact name="Done">{formatCount(counts.completed)}</Fact>
        <Fact name="Skipped">{formatCount(counts.skipped)}</Fact>
        <Fact name="Running, waiting">{`${formatCount(counts.inProgress)}, ${formatCount(counts.queued)}`}</Fact>
        <Fact name="Credits">{formatCount(credits.net)}</Fact>
        <Fact name="Accepted">
          <RelativeTime at={createdAt} />
        </Fact>
        <Limits crawl={crawl} />
      </Facts>
    </>
  );
}

function Limits({ crawl }: { crawl: Crawl }): ReactNode {
  const { maxPages, maxDepth, maxDurationSeconds, includePaths, excludePaths, respectRobots, hashRoutes } = crawl;
  return (
    <>
      <Fact name="Limits">
        {`${countOf(maxPages, "page")}, ${countOf(maxDepth, "link")} deep, ${formatDuration(maxDurationSeconds * 1_000)}`}
      </Fact>
      {includePaths.length > 0 && <Fact name="Only paths">{includePaths.join(", ")}</Fact>}
      {excludePaths.length > 0 && <Fact name="Without paths">{excludePaths.join(", ")}</Fact>}
      {hashRoutes && <Fact name="#/ and #! addresses">Pages of their own</Fact>}
      {!respectRobots && <Fact name="robots.txt">Ignored</Fact>}
    </>
  );
}
