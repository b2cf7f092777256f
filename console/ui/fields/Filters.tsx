import type { ReactNode } from "react";
import styles from "./Filters.module.css";

/** The filters of a list, beside each other. */
export function Filters({ children }: { children: ReactNode }) {
  return <search className={`beside ${styles["filters"]}`}>{children}</search>;
}
