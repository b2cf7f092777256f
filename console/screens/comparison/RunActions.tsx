import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Check } from "lucide-react";
import type { Monitor } from "#schemas/monitor.ts";
import type { MonitorRun } from "#schemas/run.ts";
import { api } from "../../api/client.ts";
import { useHotkeys } from "../../shell/hotkeys.tsx";
import { Button } from "../../ui/Button.tsx";
import { showDone } from "../../ui/toasts.ts";

/** Accepts the run as the baseline. The message after it can undo that. */
export function RunActions({ monitor, run }: { monitor: Monitor; run: MonitorRun }) {
  const client = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: (runId: string) => api.post(`/render/monitors/${monitor.id}/baseline`, { runId }),
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
  return (
    <Button variant="primary" onPress={accept} isDisabled={!canAccept} isPending={isPending}>
      <Check aria-hidden="true" />
      {isBaseline ? "This is the baseline" : "Accept as baseline"}
    </Button>
  );
}
