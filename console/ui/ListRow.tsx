import type { ReactNode } from "react";
import styles from "./ListRow.module.css";
import { Card } from "./Page.tsx";

/** Rows on a card. */
export function ListCard({ children }: { children: ReactNode }) {
  return (
    <Card padded={false}>
      <ul>{children}</ul>
    </Card>
  );
}

/** A row of a list: the words about a thing, its state and its buttons, beside each other. */
export function ListRow({ children }: { children: ReactNode }) {
  return <li className={styles["row"]}>{children}</li>;
}

/** The name of a thing, with small print below. */
export function RowWords({ name, children }: { name: ReactNode; children: ReactNode }) {
  return (
    <div className={styles["words"]}>
      {typeof name === "string" ? <strong>{name}</strong> : name}
      <span className="small-print">{children}</span>
    </div>
  );
}
