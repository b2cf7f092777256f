import { Link } from "@tanstack/react-router";
import type { Diff, ShownSource } from "#schemas/diffReply.ts";
import { formatCount, formatShare } from "../../format/numbers.ts";
import { JobBadge } from "../../ui/badges/JobBadge.tsx";
import { Fact, Facts } from "../../ui/Facts.tsx";
import { PageLink } from "../../ui/PageLink.tsx";
import { RelativeTime } from "../../ui/RelativeTime.tsx";
import { nameOfSource } from "./sources.ts";

/** The two sources of a comparison, how they were compared, and how much differs. */
export function ComparisonFacts({ diff }: { diff: Diff }) {
  const { before, after, mode, ignoreRegions, result, credits, createdAt } = diff;
  return (
    <Facts>
      <Fact name="State">
        <JobBadge job={diff} />
      </Fact>
      <Fact name="Before">
        <Source source={before} />
      </Fact>
      <Fact name="After">
        <Source source={after} />
      </Fact>
      {result !== undefined && (
        <>
          <Fact name="Difference">{formatShare(result.differenceRatio)}</Fact>
          <Fact name="Changed pixels">
            {formatCount(result.changedPixels)} of {formatCount(result.comparedPixels)}
          </Fact>
        </>
      )}
      <Fact name="Comparison mode">
        {mode === "pixel" ? "any difference of a pixel" : "differences that a person sees"}
      </Fact>
      {ignoreRegions.length > 0 && <Fact name="Ignored areas">{formatCount(ignoreRegions.length)}</Fact>}
      <Fact name="Credits">{formatCount(credits.net)}</Fact>
      <Fact name="Created">
        <RelativeTime at={createdAt} />
      </Fact>
    </Facts>
  );
}

function Source({ source }: { source: ShownSource }) {
  const { url, imageUrl, jobId, runId, monitorId } = source;
  const name = nameOfSource(source);
  if (runId !== undefined && monitorId !== undefined) {
    return (
      <Link to="/monitors/$monitorId/runs/$runId" params={{ monitorId, runId }}>
        {name}
      </Link>
    );
  }
  if (jobId !== undefined) {
    return (
      <Link to="/jobs/$jobId" params={{ jobId }}>
        {name}
      </Link>
    );
  }
  return <PageLink href={url ?? imageUrl ?? ""}>{name}</PageLink>;
}
