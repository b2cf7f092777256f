import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { readingWords } from "../../../format/readValue.ts";
import { formatExact } from "../../../format/time.ts";
import { countOf } from "../../../format/words.ts";
import { Card, Section } from "../../../ui/Page.tsx";
import { ErrorState, Loading } from "../../../ui/states.tsx";
import { pointsOf, type Reading, seriesOf } from "./chartPoints.ts";
import { valuesQuery } from "./queries.ts";
import styles from "./ValueCharts.module.css";

/** Numbers from which on a chart says more than the newest one. */
const minReadings = 2;
const size = { width: 640, height: 120, margin: 10 };

/** The values that a monitor's last run read. A number of several runs has a chart. */
export function ValueCharts({ monitorId }: { monitorId: string }) {
  const { data, error, refetch } = useQuery(valuesQuery(monitorId));
  if (error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Loading label="Loading the values" lines={2} />;
  const [newest] = data.values;
  if (newest === undefined) return null;
  const series = new Map(seriesOf(data.values).map((each) => [each.name, each.readings]));
  return (
    <Section title="Values">
      <Card>
        <div className="stack-4">
          {Object.entries(newest.values).map(([name, reading]) => (
            <Value
              key={name}
              monitorId={monitorId}
              name={name}
              last={readingWords(reading)}
              readings={series.get(name) ?? []}
            />
          ))}
        </div>
      </Card>
    </Section>
  );
}

type ValueProps = { monitorId: string; name: string; last: string; readings: readonly Reading[] };

/** A value, and its numbers over time. Runs that were changes are marked, and lead to their page. */
function Value({ monitorId, name, last, readings }: ValueProps) {
  const heading = (
    <>
      <strong>{name}</strong> {last}
    </>
  );
  if (readings.length < minReadings) return <p>{heading}</p>;
  const points = pointsOf(readings, size);
  const changes = readings.filter(({ changed }) => changed).length;
  const label = `${name}: ${last}. ${countOf(readings.length, "run")}, ${countOf(changes, "change")}`;
  return (
    <figure className={styles["chart"]}>
      <figcaption>{heading}</figcaption>
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
