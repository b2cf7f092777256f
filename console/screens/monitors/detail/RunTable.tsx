import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { Monitor } from "#schemas/monitor/monitor.ts";
import type { MonitorRun } from "#schemas/monitor/run.ts";
import type { ReadValues } from "#schemas/values.ts";
import { formatShare } from "../../../format/numbers.ts";
import { readingWords } from "../../../format/readValue.ts";
import { formatExact } from "../../../format/time.ts";
import { countOf } from "../../../format/words.ts";
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
  /** The values that runs read, by the ids of the runs. */
  values: ReadonlyMap<string, ReadValues>;
};

/** The runs with their pictures and verdicts, newest first. */
export function RunTable({ monitor, runs, chosenRunIds, onChoose, values }: RunTableProps) {
  const columns: FindingColumn[] = [
    { name: "Difference", of: differenceOf },
    { name: "Words", of: wordsOf },
    { name: "Values", of: ({ id }) => valuesOf(values.get(id)) },
  ];
  const findings = columns.filter(({ of }) => runs.some((run) => of(run) !== null));
  return (
    <Table caption="Runs" columns={["Choose", "Run", "Verdict", ...findings.map(({ name }) => name), "Run by"]}>
      {runs.map((run) => (
        <Row
          key={run.id}
          run={run}
          findings={findings}
          isBaseline={run.id === monitor.baselineRunId}
          isChosen={chosenRunIds.includes(run.id)}
          onChoose={(isChosen) => onChoose(run.id, isChosen)}
        />
      ))}
    </Table>
  );
}

/** A column, and its cell for a run. The cell is null for a run that has no such finding. */
type FindingColumn = { name: string; of: (run: MonitorRun) => ReactNode };

function differenceOf({ differenceRatio, regionCount = 0 }: MonitorRun): ReactNode {
  if (differenceRatio === undefined) return null;
  const areas = regionCount === 0 ? "" : ` in ${countOf(regionCount, "area")}`;
  return `${formatShare(differenceRatio)}${areas}`;
}

function wordsOf({ result }: MonitorRun): ReactNode {
  if (result?.text === undefined) return null;
  const { addedWords, removedWords } = result.text;
  return addedWords + removedWords === 0 ? "the same" : `+${addedWords} −${removedWords}`;
}

/** Values of a run that a cell shows. */
const maxCellValues = 3;

function valuesOf(values: ReadValues | undefined): ReactNode {
  if (values === undefined) return null;
  const entries = Object.entries(values);
  return (
    <ul>
      {entries.slice(0, maxCellValues).map(([name, reading]) => (
        <li key={name}>{`${name}: ${readingWords(reading)}`}</li>
      ))}
      {entries.length > maxCellValues && <li>{`and ${entries.length - maxCellValues} more`}</li>}
    </ul>
  );
}

type RowProps = {
  run: MonitorRun;
  findings: readonly FindingColumn[];
  isBaseline: boolean;
  isChosen: boolean;
  onChoose: (isChosen: boolean) => void;
};

function Row({ run, findings, isBaseline, isChosen, onChoose }: RowProps) {
  const { id, monitorId, status, trigger, createdAt, result } = run;
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
        <RunBadge run={run} /> {isBaseline && <Badge tone="good">Baseline</Badge>}
      </td>
      {findings.map(({ name, of }) => (
        <td key={name}>{of(run) ?? "—"}</td>
      ))}
      <td>{triggers[trigger]}</td>
    </tr>
  );
}
