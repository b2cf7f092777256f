import type { ReactNode } from "react";
import styles from "./SelectionBar.module.css";

/** Actions on the chosen entries of a list. It stays in view while the list scrolls. */
export function SelectionBar({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={styles["bar"]} role="toolbar" aria-label={label}>
      {children}
    </div>
  );
}
