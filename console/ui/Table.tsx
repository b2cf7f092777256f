import type { ReactNode } from "react";
import styles from "./Table.module.css";

/** More columns than this stay a table on a phone, and scroll. */
const maxCardColumns = 7;

/**
 * A table that scrolls inside its own box. On a phone each row is a card with the name of the column above each value.
 * `caption` names it for screen readers; `children` are its rows.
 */
export function Table({ caption, columns, children }: { caption: string; columns: string[]; children: ReactNode }) {
  // The style sheet shows the names by these properties, because cells do not know their column.
  const nameColumns = (table: HTMLTableElement | null): void =>
    columns.forEach((name, index) => table?.style.setProperty(`--column-${index + 1}`, JSON.stringify(name)));
  return (
    <div className={styles["box"]}>
      <table ref={nameColumns} className={styles["table"]} data-cards={columns.length <= maxCardColumns || undefined}>
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
