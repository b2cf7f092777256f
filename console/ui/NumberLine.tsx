import { type NumberHistory, numberLabel, numberPoints } from "#rules/numberHistory.ts";
import styles from "./NumberLine.module.css";

const size = { width: 64, height: 20, margin: 3 };

/** The last numbers of a value as a line, with the newest one beside it. */
export function NumberLine({ history }: { history: NumberHistory }) {
  const points = numberPoints(history, size);
  const [last, newest] = [points.at(-1), history.numbers.at(-1)];
  const label = numberLabel(history);
  return (
    <span className={styles["numbers"]} title={label}>
      <svg viewBox={`0 0 ${size.width} ${size.height}`} role="img" aria-label={label}>
        <polyline points={points.map(({ x, y }) => `${x},${y}`).join(" ")} />
        {last !== undefined && <circle cx={last.x} cy={last.y} r="2.5" />}
      </svg>
      <span className={styles["newest"]} aria-hidden="true">
        {newest?.text}
      </span>
    </span>
  );
}
