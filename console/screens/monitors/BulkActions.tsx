import { useState } from "react";
import type { Monitor } from "#schemas/monitor/monitor.ts";
import { countOf } from "../../format/words.ts";
import { Button } from "../../ui/Button.tsx";
import { ConfirmDialog } from "../../ui/dialogs/ConfirmDialog.tsx";
import { SelectionBar } from "../../ui/SelectionBar.tsx";
import { BulkOutcome } from "./BulkOutcome.tsx";
import { type BulkAction, bulkActions, type Failure, useBulkAction } from "./bulk.ts";
import { ChangeDialog } from "./change/ChangeDialog.tsx";

type BulkActionsProps = {
  /** The chosen monitors. */
  monitors: readonly Monitor[];
  onChosen: (monitors: readonly Monitor[]) => void;
};

const quickActions = [
  { label: "Pause", action: bulkActions.pause },
  { label: "Resume", action: bulkActions.resume },
  { label: "Run now", action: bulkActions.run },
] as const;

/** Actions on all chosen monitors. Those that fail stay chosen, and each is listed with the reason. */
export function BulkActions({ monitors, onChosen }: BulkActionsProps) {
  const { act, isPending, turns, failures, dismiss } = useBulkAction();
  const [asks, setAsks] = useState<"delete" | "change" | null>(null);
  // The names of failed monitors, also after the filter has changed.
  const [names, setNames] = useState<ReadonlyMap<string, string>>(new Map());
  const run = async (action: BulkAction): Promise<readonly Failure[]> => {
    setNames(new Map(monitors.map(({ id, name }) => [id, name])));
    const failed = await act(monitors, action);
    const ids = new Set(failed.map(({ id }) => id));
    onChosen(monitors.filter(({ id }) => ids.has(id)));
    return failed;
  };
  const count = countOf(monitors.length, "monitor");
  return (
    <>
      {monitors.length > 0 && (
        <SelectionBar label="Chosen monitors">
          <strong>{monitors.length} chosen</strong>
          <Button size="small" onPress={() => setAsks("change")} isPending={isPending}>
            Change …
          </Button>
          {quickActions.map(({ label, action }) => (
            <Button key={label} size="small" onPress={() => void run(action)} isPending={isPending}>
              {label}
            </Button>
          ))}
          <Button size="small" variant="danger" onPress={() => setAsks("delete")} isPending={isPending}>
            Delete
          </Button>
          <Button size="small" variant="quiet" onPress={() => onChosen([])}>
            Clear
          </Button>
        </SelectionBar>
      )}
      <BulkOutcome turns={turns} failures={failures} names={names} onDismiss={dismiss} />
      <ChangeDialog
        monitors={monitors}
        isOpen={asks === "change"}
        isPending={isPending}
        onClose={() => setAsks(null)}
        onChange={run}
      />
      <ConfirmDialog
        title={`Delete ${count}?`}
        confirm={`Delete ${count}`}
        isOpen={asks === "delete"}
        onClose={() => setAsks(null)}
        onConfirm={() => void run(bulkActions.delete)}
      >
        {monitors.length === 1 ? "It stops" : "They stop"} at once. Runs stay readable by the API until they expire.
      </ConfirmDialog>
    </>
  );
}
