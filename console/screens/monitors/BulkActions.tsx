import { Link } from "@tanstack/react-router";
import { useState } from "react";
import type { Monitor } from "#schemas/monitor/monitor.ts";
import { countOf } from "../../format/words.ts";
import { Button } from "../../ui/Button.tsx";
import { ConfirmDialog } from "../../ui/dialogs/ConfirmDialog.tsx";
import { SelectionBar } from "../../ui/SelectionBar.tsx";
import { type Action, monitorActions } from "./actions.ts";
import styles from "./BulkActions.module.css";
import { type Failure, useBulkAction } from "./bulk.ts";

type BulkActionsProps = {
  /** The chosen monitors. */
  monitors: readonly Monitor[];
  onChosen: (ids: readonly string[]) => void;
};

const quickActions = [
  { label: "Pause", action: monitorActions.pause },
  { label: "Resume", action: monitorActions.resume },
  { label: "Run now", action: monitorActions.run },
] as const;

/** Actions on all chosen monitors. Those that fail stay chosen, and each is listed with the reason. */
export function BulkActions({ monitors, onChosen }: BulkActionsProps) {
  const { act, isPending, failures, dismiss } = useBulkAction();
  const [asks, setAsks] = useState(false);
  const run = async (action: Action): Promise<void> => {
    const failed = await act(monitors, action);
    onChosen(failed.map(({ id }) => id));
  };
  const count = countOf(monitors.length, "monitor");
  return (
    <>
      {monitors.length > 0 && (
        <SelectionBar label="Chosen monitors">
          <strong>{monitors.length} chosen</strong>
          {quickActions.map(({ label, action }) => (
            <Button key={label} size="small" onPress={() => void run(action)} isPending={isPending}>
              {label}
            </Button>
          ))}
          <Button size="small" variant="danger" onPress={() => setAsks(true)} isPending={isPending}>
            Delete
          </Button>
          <Button size="small" variant="quiet" onPress={() => onChosen([])}>
            Clear
          </Button>
        </SelectionBar>
      )}
      {failures.length > 0 && <Failures failures={failures} onDismiss={dismiss} />}
      <ConfirmDialog
        title={`Delete ${count}?`}
        confirm={`Delete ${count}`}
        isOpen={asks}
        onClose={() => setAsks(false)}
        onConfirm={() => void run(monitorActions.delete)}
      >
        {monitors.length === 1 ? "It stops" : "They stop"} at once. Runs stay readable by the API until they expire.
      </ConfirmDialog>
    </>
  );
}

function Failures({ failures, onDismiss }: { failures: readonly Failure[]; onDismiss: () => void }) {
  return (
    <div role="alert" className={styles["failures"]}>
      <strong>{countOf(failures.length, "monitor")} failed</strong>
      <ul>
        {failures.map(({ id, name, message }) => (
          <li key={id}>
            <Link to="/monitors/$monitorId" params={{ monitorId: id }}>
              {name}
            </Link>
            : {message}
          </li>
        ))}
      </ul>
      <Button size="small" onPress={onDismiss}>
        Dismiss
      </Button>
    </div>
  );
}
