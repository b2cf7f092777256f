import { useState } from "react";
import type { Monitor } from "#schemas/monitor/monitor.ts";
import type { MonitorRun } from "#schemas/monitor/run.ts";
import { Button } from "../../../ui/Button.tsx";
import { SelectionBar } from "../../../ui/SelectionBar.tsx";
import { useComparePair } from "./comparePair.ts";

/** At most two chosen runs. A third replaces the one that was chosen first. */
export function usePair() {
  const [chosen, setChosen] = useState<readonly string[]>([]);
  return {
    chosen,
    choose: (runId: string, isChosen: boolean): void =>
      setChosen((before) => {
        const others = before.filter((id) => id !== runId);
        return isChosen ? [...others, runId].slice(-2) : others;
      }),
    clear: () => setChosen([]),
  };
}

type RunPairProps = { monitor: Monitor; runs: readonly MonitorRun[]; onClear: () => void };

/** Compares the two chosen runs, the older one as the picture before. Nothing while none is chosen. */
export function RunPair({ monitor, runs, onClear }: RunPairProps) {
  const { compare, isPending, isFree } = useComparePair(monitor, runs);
  if (runs.length === 0) return null;
  return (
    <SelectionBar label="Chosen runs">
      <strong>{runs.length === 1 ? "Choose a second run to compare." : "2 runs chosen"}</strong>
      <Button size="small" variant="primary" onPress={compare} isDisabled={runs.length !== 2} isPending={isPending}>
        {isPending ? "Comparing …" : isFree ? "Compare" : "Compare for one credit"}
      </Button>
      <Button size="small" variant="quiet" onPress={onClear}>
        Clear
      </Button>
    </SelectionBar>
  );
}
