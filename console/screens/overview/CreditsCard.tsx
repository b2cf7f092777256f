import { useQuery } from "@tanstack/react-query";
import { usageQuery } from "../../api/queries.ts";
import { Meter } from "../../ui/Meter.tsx";
import { Card, Section } from "../../ui/Page.tsx";
import { RelativeTime } from "../../ui/RelativeTime.tsx";
import { ErrorState, Loading } from "../../ui/states.tsx";
import { countOf } from "../../format/words.ts";
import styles from "./Overview.module.css";

/** Credits and monitors of the plan that are left. */
export function CreditsCard() {
  const { data, error, refetch } = useQuery(usageQuery);
  return (
    <Section title="This period">
      {error !== null && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <Loading label="Loading the usage" lines={2} />}
      {data !== undefined && (
        <Card>
          <div className="stack-4">
            <Meter label="Credits used" value={data.credits.used} limit={data.credits.limit} />
            <Meter label="Monitors" value={data.monitors.active} limit={data.monitors.limit} />
            <Meter label="Captures at once" value={data.concurrency.active} limit={data.concurrency.limit} />
            <p className={styles["facts"]}>
              <span>
                {data.credits.remaining !== null &&
                  `${countOf(data.credits.remaining, "credit is", "credits are")} left. `}
                A new period starts <RelativeTime at={data.credits.periodEnd} />.
              </span>
            </p>
          </div>
        </Card>
      )}
    </Section>
  );
}
