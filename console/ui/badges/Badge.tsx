import type { ReactNode } from "react";
import styles from "./Badge.module.css";

/** Meaning of a badge's colour. The text always says the same. */
export type Tone = "neutral" | "good" | "changed" | "warning" | "failed" | "active";

/** A small label of a state. */
export function Badge({ tone = "neutral", children }: { tone?: Tone; children: ReactNode }) {
  return <span className={`${styles["badge"]} ${styles[tone]}`}>{children}</span>;
}
