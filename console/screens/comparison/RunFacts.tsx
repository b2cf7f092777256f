import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { conditionLine } from "#rules/conditionWords.ts";
import type { Monitor } from "#schemas/monitor/monitor.ts";
import type { MonitorRun } from "#schemas/monitor/run.ts";
import { formatCount, formatShare } from "../../format/numbers.ts";
import { countOf } from "../../format/words.ts";
import { Badge } from "../../ui/badges/Badge.tsx";
import { Card } from "../../ui/Page.tsx";
import { RelativeTime } from "../../ui/RelativeTime.tsx";
import { RunBadge } from "../../ui/badges/RunBadge.tsx";
import styles from "./Comparison.module.css";

/** Why a run alarmed or did not: the difference, the threshold, and the second capture. */
export function RunFacts({ monitor, run }: { monitor: Monitor; run: MonitorRun }) {
  const { result } = run;
  const ignored = monitor.capture.ignoreRegions ?? [];
  // A selector may stand for several elements, so the counts can differ without a change.
  const isIgnoring = ignored.length > 0 && (result?.ignoredRegionCount ?? 0) < ignored.length;
  return (
    <Card>
      <div className={styles["facts"]}>
        <RunBadge run={run} />
        <dl>
          <Fact name="Captured">
            <RelativeTime at={run.createdAt} />
          </Fact>
          {result?.conditions !== undefined && (
            <Fact name="Alerted by">{conditionLine(result.conditions) ?? "no value"}</Fact>
          )}
          {result?.text !== undefined && (
            <Fact name="Words">
              {formatCount(result.text.addedWords)} added, {formatCount(result.text.removedWords)} removed
            </Fact>
          )}
          {result?.pictureCompared === false && <Fact name="Second capture">{confirmation(run)}</Fact>}
          {result?.differenceRatio !== undefined && (
            <>
              <Fact name="Difference">{formatShare(result.differenceRatio)}</Fact>
              <Fact name="Threshold">{thresholdOf(monitor, run)}</Fact>
              <Fact name="Changed pixels">
                {formatCount(result.changedPixels ?? 0)} of {formatCount(result.comparedPixels ?? 0)}
              </Fact>
              <Fact name="Second capture">{confirmation(run)}</Fact>
            </>
          )}
          {result?.redirectedTo !== undefined && (
            <Fact name="Redirected">to another address, on {result.redirectedTo}</Fact>
          )}
          {result?.ignoredRegionCount !== undefined && (
            <Fact name="Ignored">{countOf(result.ignoredRegionCount, "area")}</Fact>
          )}
          {isIgnoring && <Fact name="Ignored from now on">{countOf(ignored.length, "area")}</Fact>}
          {result !== undefined && <Fact name="Page">{result.page.title || "without a title"}</Fact>}
          {result?.page.notModified === true && <Fact name="Server">said that nothing changed</Fact>}
          {result?.page.warnings?.map(({ message }) => (
            <Fact key={message} name="Warning">
              {message}
            </Fact>
          ))}
          <Fact name="Run by">{triggers[run.trigger]}</Fact>
          {run.comparedToRunId !== undefined && (
            <Fact name="Baseline">
              <Link
                to="/monitors/$monitorId/runs/$runId"
                params={{ monitorId: run.monitorId, runId: run.comparedToRunId }}
              >
                an earlier run
              </Link>
            </Fact>
          )}
        </dl>
        <PageRegions run={run} />
      </div>
    </Card>
  );
}

function thresholdOf({ changeThreshold }: Monitor, { result }: MonitorRun): string {
  if (result?.conditions !== undefined) return "values alone alert";
  return changeThreshold === 0 ? "any visible difference" : formatShare(changeThreshold);
}

const triggers = {
  initial: "the first capture",
  scheduled: "the interval",
  manual: "hand",
  retry: "a failed run, to try it again",
  confirmation: "a suspected change, to confirm it",
} as const;

function confirmation({ result }: MonitorRun): string {
  if (result?.transient === true) return "did not show the difference";
  if (result?.unconfirmed === true) return "failed, so the change is not confirmed";
  return result?.changed === true ? "confirmed the change" : "not needed";
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={styles["fact"]}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** Maximum number of the page's regions that are listed. */
const maxRegions = 12;

/** The parts of the page that changed, by their names. */
function PageRegions({ run }: { run: MonitorRun }) {
  const regions = run.result?.pageRegions ?? [];
  if (regions.length === 0) return null;
  return (
    <div className={styles["regions"]}>
      <h3>Parts of the page</h3>
      <ul>
        {regions.slice(0, maxRegions).map(({ selector, label, previousLabel, status }) => (
          <li key={`${status} ${selector}`}>
            <Badge tone={status === "removed" ? "failed" : status === "added" ? "good" : "changed"}>{status}</Badge>{" "}
            {label}
            {previousLabel !== undefined && <s>{previousLabel}</s>}
          </li>
        ))}
      </ul>
    </div>
  );
}
