import type { ReactNode } from "react";
import styles from "./FailureText.module.css";

/** A failure, or a mistake in a field. Screen readers say it as soon as it is shown. */
export function FailureText({ children }: { children: ReactNode }) {
  return (
    <p role="alert" className={styles["text"]}>
      {children}
    </p>
  );
}
