import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { CloseReason, IncidentEntry } from "#schemas/monitor/history.ts";
import { formatDuration } from "../../../format/time.ts";
import { Badge } from "../../../ui/badges/Badge.tsx";
import { RelativeTime } from "../../../ui/RelativeTime.tsx";
import { EmptyState, ErrorState, Loading } from "../../../ui/states.tsx";
import { Table } from "../../../ui/Table.tsx";
import { useNow } from "../../../ui/useNow.ts";
import { incidentsQuery } from "./queries.ts";

const reasons: Readonly<Record<CloseReason, string>> = {
  restored: "The page is as before",
  stayed: "The new look stayed, and became the baseline",
  below_threshold: "The difference fell below the threshold",
  baseline_chosen: "Another run became the baseline by hand",
  baseline_renewed: "New settings removed the baseline",
  condition_ended: "The values no longer meet the conditions",
  changed_again: "The page changed again",
  captured: "The page could be captured again",
  expected: "The page is as expected again",
};

const names: Readonly<Record<IncidentEntry["type"], string>> = {
  change: "Change",
  failure: "Failure",
  expectation: "Not as expected",
};

/** The last changes and failures of a monitor, newest first. */
export function Incidents({ monitorId }: { monitorId: string }) {
  const { data, error, refetch } = useQuery(incidentsQuery(monitorId));
  if (error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Loading label="Loading the incidents" lines={4} />;
  if (data.length === 0) {
    return <EmptyState title="No incidents yet">A confirmed change or a page that fails opens one.</EmptyState>;
  }
  return (
    <Table caption="Incidents" columns={["Incident", "Opened", "Lasted", "End", "Run"]}>
      {data.map((incident) => (
        <Row key={incident.id} monitorId={monitorId} incident={incident} />
      ))}
    </Table>
  );
}

function Row({ monitorId, incident }: { monitorId: string; incident: IncidentEntry }) {
  const { type, runId, openedAt, closedAt, updates, reason } = incident;
  const now = useNow();
  const end = closedAt === null ? now : Date.parse(closedAt);
  return (
    <tr>
      <td>
        <Badge tone={type === "change" ? "changed" : "failed"}>{names[type]}</Badge>
      </td>
      <td>
        <RelativeTime at={openedAt} />
      </td>
      <td>{formatDuration(Math.max(0, end - Date.parse(openedAt)))}</td>
      <td>{closedAt === null ? "Still open" : reason === null ? "Closed" : reasons[reason]}</td>
      <td>
        <Link to="/monitors/$monitorId/runs/$runId" params={{ monitorId, runId }}>
          {type === "change" ? "See the change" : "See the failure"}
        </Link>
        {updates.map((update) => (
          <div key={update.runId}>
            <Link to="/monitors/$monitorId/runs/$runId" params={{ monitorId, runId: update.runId }}>
              Changed further <RelativeTime at={update.at} />
            </Link>
          </div>
        ))}
      </td>
    </tr>
  );
}
