import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import { Check } from "lucide-react";
import type { Monitor } from "#schemas/monitor/monitor.ts";
import type { MonitorRun } from "#schemas/monitor/run.ts";
import { wf } from "../../api/client.ts";
import { useHotkeys } from "../../document/hotkeys.tsx";
import { Button } from "../../ui/Button.tsx";
import { showDone } from "../../api/toasts.ts";
import { ignoreArea, monitorActions, muteFor, useMonitorActions } from "../monitors/actions.ts";

/** Decisions about a run: accept it as the baseline, acknowledge it, mute its monitor, or ignore the selected area. Each can be undone. */
export function RunActions({ monitor, run }: { monitor: Monitor; run: MonitorRun }) {
  const client = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: (runId: string) => wf.monitors.accept(monitor.id, runId),
    onSuccess: () => client.invalidateQueries({ queryKey: ["monitor"] }),
  });
  const isBaseline = monitor.baselineRunId === run.id && monitor.incident === null;
  const canAccept = run.status === "completed" && !isBaseline;
  const accept = (): void => {
    if (!canAccept) return;
    const previous = run.comparedToRunId;
    mutate(run.id, {
      onSuccess: () =>
        showDone("This run is the baseline now.", previous === undefined ? undefined : () => mutate(previous)),
    });
  };
  useHotkeys("Comparison", [{ keys: "y", label: "Accept as baseline", run: accept }]);
  const { act } = useMonitorActions();
  const canAcknowledge = monitor.incident !== null && monitor.incident.acknowledgedAt === null;
  const acknowledge = (): void => {
    if (canAcknowledge) act([monitor.id], monitorActions.acknowledge);
  };
  const mute = (): void => act([monitor.id], muteFor(24));
  const { change = -1 } = useSearch({ from: "/shell/monitors/$monitorId/runs/$runId" });
  const area = run.result?.regions?.[change];
  const ignore = (): void => {
    if (area !== undefined) act([monitor.id], ignoreArea(monitor, area));
  };
  useHotkeys("Comparison", [
    { keys: "a", label: "Acknowledge", run: acknowledge },
    { keys: "m", label: "Mute for a day", run: mute },
    { keys: "i", label: "Ignore the selected area", run: ignore },
  ]);
  return (
    <>
      {area !== undefined && <Button onPress={ignore}>Ignore this area</Button>}
      <Button onPress={mute}>Mute for a day</Button>
      {canAcknowledge && <Button onPress={acknowledge}>Acknowledge</Button>}
      <Button variant="primary" onPress={accept} isDisabled={!canAccept} isPending={isPending}>
        <Check aria-hidden="true" />
        {isBaseline ? "This is the baseline" : "Accept as baseline"}
      </Button>
    </>
  );
}
