import { Link } from "@tanstack/react-router";
import { describeError } from "../../api/toasts.ts";
import { countOf } from "../../format/words.ts";
import { Button } from "../../ui/Button.tsx";
import { Progress } from "../../ui/Progress.tsx";
import styles from "./BulkOutcome.module.css";
import type { Failure, Turns } from "./bulk.ts";

type BulkOutcomeProps = {
  /** Null while no action goes on. */
  turns: Turns | null;
  failures: readonly Failure[];
  /** Names of the monitors by their id. */
  names: ReadonlyMap<string, string>;
  onDismiss: () => void;
};

/** How far an action on several monitors is, and the monitors on which it failed, each with the reason. */
export function BulkOutcome({ turns, failures, names, onDismiss }: BulkOutcomeProps) {
  return (
    <>
      {turns !== null && turns.ended < turns.total && (
        <Progress label="Monitors done" value={turns.ended} total={turns.total} />
      )}
      {failures.length > 0 && (
        <div role="alert" className={styles["failures"]}>
          <strong>{countOf(failures.length, "monitor")} failed</strong>
          <ul>
            {failures.map(({ id, error }) => (
              <li key={id}>
                <Link to="/monitors/$monitorId" params={{ monitorId: id }}>
                  {names.get(id) ?? id}
                </Link>
                : {describeError(error)}
              </li>
            ))}
          </ul>
          <Button size="small" onPress={onDismiss}>
            Dismiss
          </Button>
        </div>
      )}
    </>
  );
}
