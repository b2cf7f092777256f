import { Link } from "@tanstack/react-router";
import type { Monitor } from "#schemas/monitor/monitor.ts";
import type { MonitorRun } from "#schemas/monitor/run.ts";
import { formatShare } from "../../../format/numbers.ts";
import { Badge } from "../../../ui/badges/Badge.tsx";
import { RunBadge } from "../../../ui/badges/RunBadge.tsx";
import { Picture, runPicturePath } from "../../../ui/Picture.tsx";
import { RelativeTime } from "../../../ui/RelativeTime.tsx";
import { Table } from "../../../ui/Table.tsx";
import styles from "./Detail.module.css";

const triggers: Readonly<Record<MonitorRun["trigger"], string>> = {
  initial: "First capture",
  scheduled: "Interval",
  manual: "By hand",
  confirmation: "To confirm",
};

/** The runs with their pictures and verdicts, newest first. */
export function RunTable({ monitor, runs }: { monitor: Monitor; runs: readonly MonitorRun[] }) {
  return (
    <Table caption="Runs" columns={["Run", "Verdict", "Difference", "Areas", "Run by", ""]}>
      {runs.map((run) => (
        <Row key={run.id} run={run} isBaseline={run.id === monitor.baselineRunId} />
      ))}
    </Table>
  );
}

function Row({ run, isBaseline }: { run: MonitorRun; isBaseline: boolean }) {
  const { id, monitorId, status, trigger, differenceRatio, regionCount, createdAt } = run;
  const hasPicture = status === "completed";
  return (
    <tr>
      <td>
        <Link to="/monitors/$monitorId/runs/$runId" params={{ monitorId, runId: id }} className={styles["pictured"]}>
          <span className={styles["thumbnail"]}>
            {hasPicture && <Picture path={runPicturePath(monitorId, id)} alt="" width={160} shape="4 / 3" />}
          </span>
          <RelativeTime at={createdAt} />
        </Link>
      </td>
      <td>
        <RunBadge run={run} />
      </td>
      <td>{differenceRatio === undefined ? "—" : formatShare(differenceRatio)}</td>
      <td>{regionCount ?? "—"}</td>
      <td>{triggers[trigger]}</td>
      <td>{isBaseline && <Badge tone="good">Baseline</Badge>}</td>
    </tr>
  );
}
