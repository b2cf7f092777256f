import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Box } from "#schemas/diff.ts";
import type { IgnoredRegion } from "#schemas/monitor/capture.ts";
import type { Monitor } from "#schemas/monitor/monitor.ts";
import { api } from "../../../api/client.ts";
import { runQuery } from "../../../api/queries.ts";
import { linesOf } from "../../../format/address.ts";
import { Button } from "../../../ui/Button.tsx";
import { Card, Section } from "../../../ui/Page.tsx";
import { runPicturePath } from "../../../ui/Picture.tsx";
import { TextField } from "../../../ui/fields/TextField.tsx";
import { ErrorState, Loading } from "../../../ui/states.tsx";
import { describeError, showDone } from "../../../ui/toasts.ts";
import { AreaEditor } from "../form/AreaEditor.tsx";
import styles from "./Detail.module.css";

/** What runs leave out of the comparison: areas on the baseline's picture, and elements by selectors. */
export function IgnoredAreas({ monitor }: { monitor: Monitor }) {
  return (
    <Section title="What to ignore">
      <Card>
        {monitor.baselineRunId === null ? (
          <p>There is no picture to draw on yet. The first run makes one.</p>
        ) : (
          <Editor monitor={monitor} runId={monitor.baselineRunId} />
        )}
      </Card>
    </Section>
  );
}

function Editor({ monitor, runId }: { monitor: Monitor; runId: string }) {
  const { id } = monitor;
  const { data: run, error, refetch } = useQuery(runQuery(id, runId));
  const { areas, selectors, isChanged, change, save } = useIgnored(monitor);
  if (error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (run === undefined) return <Loading label="Loading the baseline" lines={1} height="24rem" />;
  const picture = run.result?.screenshot;
  return (
    <div className={styles["form"]} data-wide>
      {picture !== undefined && (
        <AreaEditor
          picture={{ path: runPicturePath(id, runId), width: picture.width, height: picture.height }}
          areas={areas}
          onChange={(next) => change({ areas: next })}
        />
      )}
      <TextField
        label="Elements to ignore"
        value={selectors}
        onChange={(next) => change({ selectors: next })}
        lines={2}
        placeholder=".clock"
        help="CSS selectors, one per line. Each run looks for the elements, so they may move."
      />
      {save.error !== null && (
        <p role="alert" className={styles["problem"]}>
          {describeError(save.error)}
        </p>
      )}
      <div className={styles["buttons"]}>
        <Button variant="primary" onPress={() => save.mutate()} isDisabled={!isChanged} isPending={save.isPending}>
          Save what to ignore
        </Button>
      </div>
    </div>
  );
}

type Edited = { areas: readonly Box[]; selectors: string };

/** The ignored areas while they are edited, and how to save them. */
function useIgnored({ id, capture: { ignoreRegions = [] } }: Monitor) {
  const [changed, setChanged] = useState<Partial<Edited>>({});
  const client = useQueryClient();
  const { areas, selectors } = { ...split(ignoreRegions), ...changed };
  const regions = [...areas, ...linesOf(selectors).map((selector) => ({ selector }))];
  const save = useMutation({
    meta: { showsErrors: true },
    mutationFn: () => {
      const given = regions.length > 0 ? regions : null;
      return api.patch(`/render/monitors/${id}`, { capture: { ignoreRegions: given } });
    },
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ["monitor"] });
      setChanged({});
      showDone("Saved. It holds from the next run on.");
    },
  });
  const change = (next: Partial<Edited>): void => setChanged((before) => ({ ...before, ...next }));
  return { areas, selectors, isChanged: Object.keys(changed).length > 0, change, save };
}

function split(regions: readonly IgnoredRegion[]): Edited {
  return {
    areas: regions.flatMap((region) => ("selector" in region ? [] : [region])),
    selectors: regions.flatMap((region) => ("selector" in region ? [region.selector] : [])).join("\n"),
  };
}
