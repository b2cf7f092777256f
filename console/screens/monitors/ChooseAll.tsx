import { useState } from "react";
import type { Monitor } from "#schemas/monitor/monitor.ts";
import { wf } from "../../api/client.ts";
import type { monitorsQuery } from "../../api/queries.ts";
import { formatCount } from "../../format/numbers.ts";
import { Button } from "../../ui/Button.tsx";
import { Checkbox } from "../../ui/fields/Checkbox.tsx";
import { showError } from "../../api/toasts.ts";
import styles from "./Monitors.module.css";

type ChooseAllProps = {
  shownMonitors: readonly Monitor[];
  /** Number of monitors that match the filter, on all pages. */
  total: number;
  /** Number of chosen monitors. */
  count: number;
  isAllChosen: boolean;
  filter: Parameters<typeof monitorsQuery>[0];
  onChosen: (monitors: readonly Monitor[]) => void;
};

/** Chooses every shown monitor, or every monitor that matches the filter. */
export function ChooseAll({ shownMonitors, total, count, isAllChosen, filter, onChosen }: ChooseAllProps) {
  const [isLoading, setLoading] = useState(false);
  const chooseMatching = async (): Promise<void> => {
    setLoading(true);
    try {
      const found: Monitor[] = [];
      for await (const monitor of wf.monitors.list({ ...filter, limit: 100 })) found.push(monitor);
      onChosen(found);
    } catch (error) {
      showError(error);
    } finally {
      setLoading(false);
    }
  };
  return (
    <div className={styles["chooseAll"]}>
      <Checkbox
        label={`Choose all ${shownMonitors.length} shown monitors`}
        isSelected={isAllChosen}
        onChange={(isOn) => onChosen(isOn ? shownMonitors : [])}
      />
      <span aria-hidden="true">
        {count === 0 ? "Choose all" : `${formatCount(count)} of ${formatCount(total)} chosen`}
      </span>
      {total > shownMonitors.length && count < total && (
        <Button size="small" variant="quiet" onPress={() => void chooseMatching()} isPending={isLoading}>
          Choose all {formatCount(total)} that match
        </Button>
      )}
    </div>
  );
}
