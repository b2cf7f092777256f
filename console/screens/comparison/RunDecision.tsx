import { useQuery } from "@tanstack/react-query";
import { Check } from "lucide-react";
import { useState } from "react";
import type { Monitor } from "#schemas/monitor/monitor.ts";
import type { MonitorRun } from "#schemas/monitor/run.ts";
import { useHotkeys } from "../../document/hotkeys.tsx";
import { Button } from "../../ui/Button.tsx";
import { changeOfRunQuery } from "../review/queries.ts";
import { useReviewActs } from "../review/useReviewActs.ts";
import { WordsDialog } from "../review/WordsDialog.tsx";

/**
 * The decision about a run. A rolling baseline moves by itself, so a person can only say that the change is seen. A fixed one
 * is accepted, or the old one is kept.
 */
export function RunDecision({ monitor, run }: { monitor: Monitor; run: MonitorRun }) {
  const { data: change = null } = useQuery(changeOfRunQuery(monitor.id, run.id));
  const { seen, accept, keep, undoLast, isPending } = useReviewActs();
  const [isAsking, setAsking] = useState(false);
  const isRolling = monitor.baselineMode === "rolling";
  const isBaseline = monitor.baselineRunId === run.id && monitor.incident === null;
  const waits = change?.state === "unseen";
  const canSay = isRolling ? waits : run.status === "completed" && !isBaseline;
  const canKeep = !isRolling && waits && !isBaseline;
  const yes = (): void => {
    if (!canSay || isPending) return;
    void (isRolling ? seen([run.id]) : accept(run));
  };
  const ask = (): void => {
    if (canKeep) setAsking(true);
  };
  useHotkeys("Comparison", [
    { keys: "y", label: isRolling ? "Mark as seen" : "Accept", run: yes },
    { keys: "n", label: "Keep the old baseline", run: ask },
    { keys: "u", label: "Undo the last decision", run: undoLast },
  ]);
  if (isRolling && change === null) return null;
  const said = isRolling ? "Seen" : "This is the baseline";
  return (
    <>
      {canKeep && <Button onPress={ask}>Keep old</Button>}
      <Button variant="primary" onPress={yes} isDisabled={!canSay} isPending={isPending}>
        <Check aria-hidden="true" />
        {!isRolling && !isBaseline ? "Accept" : said}
      </Button>
      <WordsDialog
        title="Keep the old baseline"
        label="Reason"
        help="It may stay empty. You are told again only if the page changes further."
        confirm="Keep old"
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={(reason) => void keep({ id: run.id, monitorId: monitor.id }, reason)}
      />
    </>
  );
}
