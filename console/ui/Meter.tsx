import { Label, Meter as AriaMeter } from "react-aria-components";
import { formatCount } from "../format/numbers.ts";
import styles from "./Meter.module.css";

/** How much of a limit is used. A null limit means that there is none. */
export function Meter({ label, value, limit }: { label: string; value: number; limit: number | null }) {
  const text = limit === null ? `${formatCount(value)}, no limit` : `${formatCount(value)} of ${formatCount(limit)}`;
  const percentage = limit === null || limit === 0 ? 0 : Math.min(100, (value / limit) * 100);
  return (
    <AriaMeter value={percentage} valueLabel={text} className={styles["meter"] ?? ""}>
      <span className={styles["words"]}>
        <Label>{label}</Label>
        <span>{text}</span>
      </span>
      <span className={styles["track"]}>
        <span className={styles["bar"]} style={{ width: `${percentage}%` }} data-high={percentage >= 90} />
      </span>
    </AriaMeter>
  );
}
