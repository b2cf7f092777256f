import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { Monitor } from "#schemas/monitor/monitor.ts";
import { monitorCost } from "#rules/monitorCost.ts";
import { allMonitorsQuery } from "../../api/queries.ts";
import { formatTimes } from "../../format/cron.ts";
import { formatCount } from "../../format/numbers.ts";
import { countOf } from "../../format/words.ts";
import { Section } from "../../ui/Page.tsx";
import { Table } from "../../ui/Table.tsx";
import { ErrorState, Loading } from "../../ui/states.tsx";

/** Monitors that the table shows. */
const maxRows = 20;

/** The monitors that cost most, by the settings. Nothing without active monitors. */
export function MonitorCosts() {
  const { data, error, refetch } = useQuery(allMonitorsQuery);
  const costs = costsOf(data ?? []);
  if (data !== undefined && costs.length === 0) return null;
  const total = costs.reduce((sum, { perMonth }) => sum + perMonth, 0);
  return (
    <Section title="Credits by monitor">
      {error !== null && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <Loading label="Loading the monitors" lines={3} />}
      {costs.length > 0 && (
        <>
          <p>
            ≈ {countOf(total, "credit")} a month for {countOf(costs.length, "active monitor")}, by their settings.
          </p>
          <CostTable costs={costs.slice(0, maxRows)} />
          {costs.length > maxRows && (
            <p className="small-print">
              Not shown:{" "}
              {countOf(costs.length - maxRows, "monitor, which costs no more", "monitors, which cost no more")}.
            </p>
          )}
        </>
      )}
    </Section>
  );
}

type Cost = { monitor: Monitor; perRun: number; perMonth: number };

/** The active monitors, the most expensive first. */
function costsOf(monitors: readonly Monitor[]): Cost[] {
  return monitors
    .filter(({ status }) => status === "active")
    .map((monitor) => ({ monitor, ...monitorCost(monitor.capture, monitor) }))
    .toSorted((a, b) => b.perMonth - a.perMonth);
}

function CostTable({ costs }: { costs: readonly Cost[] }) {
  return (
    <Table caption="Credits by monitor" columns={["Monitor", "A month", "A run", "Runs"]}>
      {costs.map(({ monitor, perRun, perMonth }) => (
        <tr key={monitor.id}>
          <td>
            <Link to="/monitors/$monitorId" params={{ monitorId: monitor.id }} search={{ tab: "settings" }}>
              {monitor.name}
            </Link>
          </td>
          <td>≈ {formatCount(perMonth)}</td>
          <td>{formatCount(perRun)}</td>
          <td>{formatTimes(monitor)}</td>
        </tr>
      ))}
    </Table>
  );
}
