import { Link } from "@tanstack/react-router";
import type { Monitor } from "#schemas/monitor/monitor.ts";
import type { MonitorRun } from "#schemas/monitor/run.ts";
import { formatShare } from "../../../format/numbers.ts";
import { formatExact } from "../../../format/time.ts";
import { Badge } from "../../../ui/badges/Badge.tsx";
import { RunBadge } from "../../../ui/badges/RunBadge.tsx";
import { Checkbox } from "../../../ui/fields/Checkbox.tsx";
import { Picture, runPicturePath } from "../../../ui/Picture.tsx";
import { RelativeTime } from "../../../ui/RelativeTime.tsx";
import { Table } from "../../../ui/Table.tsx";
import styles from "./Detail.module.css";

const triggers: Readonly<Record<MonitorRun["trigger"], string>> = {
  initial: "First capture",
  scheduled: "Schedule",
  manual: "By hand",
  retry: "Further try",
  confirmation: "To confirm",
};

type RunTableProps = {
  monitor: Monitor;
  runs: readonly MonitorRun[];
  /** Ids of the runs to compare. */
  chosenRunIds: readonly string[];
  onChoose: (runId: string, isChosen: boolean) => void;
};

/** The runs with their pictures and verdicts, newest first. */
export function RunTable({ monitor, runs, chosenRunIds, onChoose }: RunTableProps) {
  return (
    <Table caption="Runs" columns={["Choose", "Run", "Verdict", "Difference", "Areas", "Run by", ""]}>
      {runs.map((run) => (
        <Row
          key={run.id}
          run={run}
          isBaseline={run.id === monitor.baselineRunId}
          isChosen={chosenRunIds.includes(run.id)}
          onChoose={(isChosen) => onChoose(run.id, isChosen)}
        />
      ))}
    </Table>
  );
}

type RowProps = { run: MonitorRun; isBaseline: boolean; isChosen: boolean; onChoose: (isChosen: boolean) => void };

function Row({ run, isBaseline, isChosen, onChoose }: RowProps) {
  const { id, monitorId, status, trigger, differenceRatio, regionCount, createdAt, result } = run;
  const isComplete = status === "completed";
  const hasPicture = result?.screenshot !== undefined;
  return (
    <tr>
      <td>
        {hasPicture && (
          <Checkbox label={`Choose the run of ${formatExact(createdAt)}`} isSelected={isChosen} onChange={onChoose} />
        )}
      </td>
      <td>
        <Link to="/monitors/$monitorId/runs/$runId" params={{ monitorId, runId: id }} className={styles["pictured"]}>
          <span className={styles["thumbnail"]}>
            {isComplete && (
              <Picture path={runPicturePath(monitorId, id)} alt="" width={160} shape="4 / 3" isTaken={hasPicture} />
            )}
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
