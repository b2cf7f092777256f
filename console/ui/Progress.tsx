import { Label, ProgressBar } from "react-aria-components";
import { formatCount } from "../format/numbers.ts";
import styles from "./Meter.module.css";

/** How much of some work has ended, as a bar and in words. */
export function Progress({ label, value, total }: { label: string; value: number; total: number }) {
  const text = `${formatCount(value)} of ${formatCount(total)}`;
  const percentage = total === 0 ? 0 : Math.min(100, (value / total) * 100);
  return (
    <ProgressBar value={percentage} valueLabel={text} className={styles["meter"] ?? ""}>
      <span className={styles["words"]}>
        <Label>{label}</Label>
        <span>{text}</span>
      </span>
      <span className={styles["track"]}>
        <span className={styles["bar"]} style={{ width: `${percentage}%` }} />
      </span>
    </ProgressBar>
  );
}
