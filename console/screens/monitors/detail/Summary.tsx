import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { comparesPictures } from "#rules/comparedParts.ts";
import type { Monitor } from "#schemas/monitor/monitor.ts";
import { alertTargetsQuery } from "../../../api/queries.ts";
import { originWords, toldTargets } from "../../../format/alertTarget.ts";
import { formatTimes } from "../../../format/cron.ts";
import { inFormWords } from "../../../format/fieldLabels.ts";
import { inheritedWords } from "../../../format/inherited.ts";
import { formatShare } from "../../../format/numbers.ts";
import { MonitorBadge } from "../../../ui/badges/MonitorBadge.tsx";
import { Fact } from "../../../ui/Facts.tsx";
import { Card } from "../../../ui/Page.tsx";
import { DueTime, RelativeTime } from "../../../ui/RelativeTime.tsx";
import { Sparkline } from "../../../ui/Sparkline.tsx";
import { alertWords } from "../form/conditions.ts";
import { quietPath } from "../form/times.ts";
import styles from "../Monitors.module.css";

/** The state of a monitor, its times, and its alert conditions. */
export function Summary({ monitor }: { monitor: Monitor }) {
  const { quietHours } = monitor.alerts;
  const inheritedQuiet = inheritedWords(monitor, quietPath);
  const { state, incident, lastRunAt, nextRunAt, mutedUntil, changeThreshold, baselineMode, tags, sitemapId } = monitor;
  const { alertWhen, capture } = monitor;
  const countsPicture = alertWhen === null && comparesPictures(capture);
  return (
    <Card>
      <dl className={styles["summary"]}>
        <Fact name="State">
          <MonitorBadge monitor={monitor} />
          {state.reason !== null && <span className={styles["reason"]}> {inFormWords(state.reason)}</span>}
          {incident !== null && (
            <>
              {" "}
              <RelativeTime at={incident.openedAt} />
              {incident.acknowledgedAt !== null && ", acknowledged"}
            </>
          )}
        </Fact>
        <Fact name="Runs">{formatTimes(monitor)}</Fact>
        <Fact name="Last run">{lastRunAt === null ? "none yet" : <RelativeTime at={lastRunAt} />}</Fact>
        <Fact name="Next run">{nextRunAt === null ? "none" : <DueTime at={nextRunAt} />}</Fact>
        <Fact name="Alerts when">{alertWords(monitor)}</Fact>
        {countsPicture && (
          <Fact name="Threshold">
            {changeThreshold === 0
              ? (inheritedWords(monitor, "changeThreshold") ?? "any visible difference")
              : formatShare(changeThreshold)}
          </Fact>
        )}
        <Fact name="Baseline">{baselineMode === "rolling" ? "the run before" : "the run you accepted"}</Fact>
        {quietHours !== null && (
          <Fact name="Quiet hours">{`${quietHours.from} to ${quietHours.to} (${monitor.timezone ?? "UTC"})`}</Fact>
        )}
        {inheritedQuiet !== null && <Fact name="Quiet hours">{inheritedQuiet}</Fact>}
        {mutedUntil !== null && (
          <Fact name="Mute ends">
            <RelativeTime at={mutedUntil} />
          </Fact>
        )}
        {sitemapId !== null && (
          <Fact name="Made by">
            <Link to="/monitors/sitemaps/$sitemapId" params={{ sitemapId }}>
              a sitemap
            </Link>
          </Fact>
        )}
        {tags.length > 0 && <Fact name="Tags">{tags.join(", ")}</Fact>}
        <ToldTargets monitor={monitor} />
        <Fact name={comparesPictures(capture) ? "Difference, last 20 runs" : "Last 20 runs"}>
          <Sparkline runs={monitor.recentRuns} />
        </Fact>
      </dl>
    </Card>
  );
}

/** The alert targets of a monitor, each with the reason. */
function ToldTargets({ monitor }: { monitor: Monitor }) {
  const { data = [] } = useQuery(alertTargetsQuery);
  const told = toldTargets(data, monitor);
  if (told.length === 0) return null;
  return (
    <Fact name="Also tells">
      {told.map(({ target, origin }, index) => (
        <span key={target.id}>
          {index > 0 && ", "}
          <Link to="/alerts">{target.name}</Link> ({originWords(origin)})
        </span>
      ))}
    </Fact>
  );
}
