import { useQuery } from "@tanstack/react-query";
import { usageQuery } from "../../api/queries.ts";
import { Meter } from "../../ui/Meter.tsx";
import { Card, Page, Section } from "../../ui/Page.tsx";
import { RelativeTime } from "../../ui/RelativeTime.tsx";
import { ErrorState, Loading } from "../../ui/states.tsx";
import { countOf } from "../../format/words.ts";
import styles from "./Account.module.css";
import { useNow } from "../../ui/useNow.ts";
import { History } from "./History.tsx";
import { MonitorCosts } from "./MonitorCosts.tsx";
import { forecastCredits } from "./month.ts";
import { creditsByDay, historyQuery, periodOf } from "./usage.ts";

/** The credits by day and kind, the limits of the plan, and what pauses without credits. */
export function UsageScreen() {
  return (
    <Page title="Usage" about="Credits count per calendar month in UTC. Failed work is refunded.">
      <Limits />
      <History />
      <MonitorCosts />
      <Section title="When the credits end">
        <ul className={styles["rules"]}>
          <li>New renders, batches and comparisons are refused.</li>
          <li>Running crawls end, and keep the pages that they have.</li>
          <li>Schedules skip their renders and go on in the next month.</li>
          <li>Monitors pause. They resume by themselves within ten minutes of new credits.</li>
          <li>Work that has started finishes, because it was charged at its start.</li>
        </ul>
      </Section>
    </Page>
  );
}

function Limits() {
  const now = useNow();
  const { data, error, refetch } = useQuery(usageQuery);
  const { data: history } = useQuery(historyQuery(periodOf(now)));
  if (error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Loading label="Loading the limits" lines={1} height="9rem" />;
  const forecast = history === undefined ? null : forecastCredits(creditsByDay(history), now);
  const { plan, credits, monitors, concurrency } = data;
  return (
    <Section title={`Plan “${plan}”`}>
      <Card>
        <div className={styles["meters"]}>
          <Meter label="Credits used" value={credits.used} limit={credits.limit} />
          <Meter label="Monitors" value={monitors.active} limit={monitors.limit} />
          <Meter label="Captures at once" value={concurrency.active} limit={concurrency.limit} />
          <p>
            {forecast !== null && `About ${countOf(forecast, "credit")} by the end of the month at this pace. `}
            {credits.remaining !== null && `${countOf(credits.remaining, "credit")} left. `}A new month starts{" "}
            <RelativeTime at={credits.periodEnd} />.
            {concurrency.queued > 0 && ` ${countOf(concurrency.queued, "capture waits", "captures wait")}.`}
          </p>
        </div>
      </Card>
    </Section>
  );
}
