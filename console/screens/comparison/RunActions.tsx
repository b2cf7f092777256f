import { useSearch } from "@tanstack/react-router";
import type { Monitor } from "#schemas/monitor/monitor.ts";
import type { MonitorRun } from "#schemas/monitor/run.ts";
import { useHotkeys } from "../../document/hotkeys.tsx";
import { Button } from "../../ui/Button.tsx";
import { ignoreArea, monitorActions, muteFor, useMonitorActions } from "../monitors/actions.ts";
import { RunDecision } from "./RunDecision.tsx";

/** Buttons and keys of a run: decide about its change, acknowledge it, mute its monitor, or ignore the selected area. */
export function RunActions({ monitor, run }: { monitor: Monitor; run: MonitorRun }) {
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
      <RunDecision monitor={monitor} run={run} />
    </>
  );
}
