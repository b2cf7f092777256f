import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { formatExact } from "../../../format/time.ts";
import { countOf } from "../../../format/words.ts";
import { Card, Section } from "../../../ui/Page.tsx";
import { ErrorState, Loading } from "../../../ui/states.tsx";
import { pointsOf, type Series, seriesOf } from "./chartPoints.ts";
import { valuesQuery } from "./queries.ts";
import styles from "./ValueCharts.module.css";

const size = { width: 640, height: 120, margin: 10 };

/** The numbers that a monitor's last runs read, a chart for each value. */
export function ValueCharts({ monitorId }: { monitorId: string }) {
  const { data, error, refetch } = useQuery(valuesQuery(monitorId));
  if (error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Loading label="Loading the values" lines={2} />;
  const series = seriesOf(data.values);
  if (series.length === 0) return null;
  return (
    <Section title="Values">
      <Card>
        <div className="stack-4">
          {series.map((each) => (
            <ValueChart key={each.name} monitorId={monitorId} series={each} />
          ))}
        </div>
      </Card>
    </Section>
  );
}

/** The numbers of one value over time. Runs that were changes are marked, and lead to their page. */
function ValueChart({ monitorId, series: { name, readings } }: { monitorId: string; series: Series }) {
  const points = pointsOf(readings, size);
  const [last, changes] = [readings.at(-1), readings.filter(({ changed }) => changed).length];
  const label = `${name}: ${last?.text}. ${countOf(readings.length, "run")}, ${countOf(changes, "change")}`;
  return (
    <figure className={styles["chart"]}>
      <figcaption>
        <strong>{name}</strong> {last?.text}
      </figcaption>
      <svg viewBox={`0 0 ${size.width} ${size.height}`} role="group" aria-label={label}>
        <polyline points={points.map(({ x, y }) => `${x},${y}`).join(" ")} />
        {points
          .filter(({ changed }) => changed)
          .map(({ runId, x, y, text, at }) => {
            const reading = `${text}, ${formatExact(new Date(at).toISOString())}`;
            return (
              <Link
                key={runId}
                to="/monitors/$monitorId/runs/$runId"
                params={{ monitorId, runId }}
                aria-label={reading}
              >
                <circle cx={x} cy={y} r={5}>
                  <title>{reading}</title>
                </circle>
              </Link>
            );
          })}
      </svg>
    </figure>
  );
}
