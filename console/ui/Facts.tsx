import type { ReactNode } from "react";
import styles from "./Facts.module.css";
import { Card } from "./Page.tsx";

/** A card of facts, each a `Fact`. They share the width in columns. */
export function Facts({ children }: { children: ReactNode }) {
  return (
    <Card>
      <dl className={styles["facts"]}>{children}</dl>
    </Card>
  );
}

/** A name with its value. */
export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={styles["fact"]}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
