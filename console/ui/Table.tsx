import type { ReactNode } from "react";
import styles from "./Table.module.css";

/** A table that scrolls inside its own box. `caption` names it for screen readers; `children` are its rows. */
export function Table({ caption, columns, children }: { caption: string; columns: string[]; children: ReactNode }) {
  return (
    <div className={styles["box"]}>
      <table className={styles["table"]}>
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {columns.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}
