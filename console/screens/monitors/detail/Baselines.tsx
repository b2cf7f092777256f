import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { takesPicture } from "#rules/comparedParts.ts";
import type { BaselineEntry } from "#schemas/monitor/history.ts";
import type { Monitor } from "#schemas/monitor/monitor.ts";
import { wf } from "../../../api/client.ts";
import { useAction } from "../../../api/useAction.ts";
import { Badge } from "../../../ui/badges/Badge.tsx";
import { Button } from "../../../ui/Button.tsx";
import { Picture, runPicturePath } from "../../../ui/Picture.tsx";
import { RelativeTime } from "../../../ui/RelativeTime.tsx";
import { EmptyState, ErrorState, Loading } from "../../../ui/states.tsx";
import { Table } from "../../../ui/Table.tsx";
import styles from "./Detail.module.css";
import { baselinesQuery } from "./queries.ts";

const setters: Readonly<Record<BaselineEntry["by"], string>> = {
  owner: "You chose it",
  first_run: "The first run",
  rolling: "It followed the one before",
};

/** The runs that were the baseline, newest first, with a way back to each. */
export function Baselines({ monitor }: { monitor: Monitor }) {
  const { data, error, refetch } = useQuery(baselinesQuery(monitor.id));
  const { mutate, isPending } = useAction({
    send: (runId: string) => wf.monitors.accept(monitor.id, runId),
    done: () => "The next run is compared with this one.",
    changes: ["monitor", "run"],
  });
  if (error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Loading label="Loading the baselines" lines={4} height="4rem" />;
  if (data.length === 0) {
    return <EmptyState title="No baseline yet">The first run that captures the page becomes the baseline.</EmptyState>;
  }
  const current = data.findIndex(({ runId }) => runId === monitor.baselineRunId);
  return (
    <Table caption="Baselines" columns={["Run", "Since", "Why", "Use"]}>
      {data.map((baseline, index) => (
        <Row
          key={`${baseline.runId} ${baseline.setAt}`}
          monitor={monitor}
          baseline={baseline}
          isCurrent={index === current}
          isPending={isPending}
          onUse={() => mutate(baseline.runId)}
        />
      ))}
    </Table>
  );
}

type RowProps = {
  monitor: Monitor;
  baseline: BaselineEntry;
  isCurrent: boolean;
  isPending: boolean;
  onUse: () => void;
};

function Row({ monitor, baseline, isCurrent, isPending, onUse }: RowProps) {
  const { runId, setAt, by, comparable } = baseline;
  return (
    <tr>
      <td>
        <Link
          to="/monitors/$monitorId/runs/$runId"
          params={{ monitorId: monitor.id, runId }}
          className={styles["pictured"]}
        >
          <span className={styles["thumbnail"]}>
            <Picture
              path={runPicturePath(monitor.id, runId)}
              alt=""
              width={160}
              shape="4 / 3"
              isTaken={takesPicture(monitor.capture)}
            />
          </span>
          See the run
        </Link>
      </td>
      <td>
        <RelativeTime at={setAt} />
      </td>
      <td>{setters[by]}</td>
      <td>
        {isCurrent && <Badge tone="good">In use</Badge>}
        {!isCurrent && comparable && (
          <Button size="small" onPress={onUse} isPending={isPending}>
            Use again
          </Button>
        )}
        {!isCurrent && !comparable && <span className="small-print">Taken with other settings</span>}
      </td>
    </tr>
  );
}
