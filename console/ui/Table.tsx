import type { ReactNode } from "react";
import styles from "./Table.module.css";

/** A table that scrolls inside its own box. `caption` names it for screen readers; `children` are its rows. */
export function Table({ caption, columns, children }: { caption: string; columns: string[]; children: ReactNode }) {
  return (
    // A box that scrolls needs the focus, so that arrow keys scroll it.
    <section className={styles["box"]} aria-label={caption} tabIndex={0}>
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
    </section>
  );
}
