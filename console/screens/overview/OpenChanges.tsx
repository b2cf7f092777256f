import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { Incident, Monitor } from "#schemas/monitor/monitor.ts";
import { runQuery } from "../../api/queries.ts";
import { formatShare } from "../../format/numbers.ts";
import { Badge } from "../../ui/badges/Badge.tsx";
import { Picture, runPicturePath } from "../../ui/Picture.tsx";
import { RelativeTime } from "../../ui/RelativeTime.tsx";
import styles from "./Overview.module.css";

/** Cards of the open changes with before and after. Each opens the comparison. */
export function OpenChanges({ monitors }: { monitors: Monitor[] }) {
  return (
    <ul className={styles["changes"]}>
      {monitors.map((monitor) =>
        monitor.incident === null ? null : (
          <ChangeCard key={monitor.id} monitor={monitor} incident={monitor.incident} />
        ),
      )}
    </ul>
  );
}

function ChangeCard({ monitor, incident }: { monitor: Monitor; incident: Incident }) {
  const { data: run } = useQuery(runQuery(monitor.id, incident.runId));
  const beforeId = run?.comparedToRunId;
  return (
    <li className={styles["change"]}>
      <Link to="/monitors/$monitorId/runs/$runId" params={{ monitorId: monitor.id, runId: incident.runId }}>
        <span className={styles["pair"]}>
          <Side label="Before" path={beforeId === undefined ? null : runPicturePath(monitor.id, beforeId)} />
          <Side label="After" path={runPicturePath(monitor.id, incident.runId)} />
        </span>
        <strong>{monitor.name}</strong>
      </Link>
      <p className={styles["facts"]}>
        <Badge tone="changed">
          {run?.differenceRatio === undefined ? "Changed" : formatShare(run.differenceRatio)}
        </Badge>
        <RelativeTime at={incident.openedAt} />
      </p>
    </li>
  );
}

function Side({ label, path }: { label: string; path: string | null }) {
  return (
    <span className={styles["side"]}>
      {path === null ? <span className={styles["blank"]} /> : <Picture path={path} alt="" width={480} isFirst />}
      <small aria-hidden="true">{label}</small>
    </span>
  );
}
