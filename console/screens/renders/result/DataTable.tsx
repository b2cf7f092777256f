import { type ReactNode, useState } from "react";
import { formatCount } from "../../../format/numbers.ts";
import { Button } from "../../../ui/Button.tsx";
import { withKeys } from "./keys.ts";
import styles from "./Result.module.css";

/** Rows that are shown at first, and that each press adds. */
const pageRows = 100;

/** A table that scrolls inside its own box. It shows more rows on demand. */
export function DataTable({ caption, columns, rows }: { caption: string; columns: string[]; rows: ReactNode[][] }) {
  const [shownCount, setShownCount] = useState(pageRows);
  return (
    <>
      <div className={styles["tableBox"]}>
        <table className={styles["table"]}>
          <caption>{`${caption} (${formatCount(rows.length)})`}</caption>
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={column} scope="col">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {withKeys(rows.slice(0, shownCount)).map(([key, cells]) => (
              <tr key={key}>
                {cells.map((cell, column) => (
                  <td key={columns[column]}>{cell}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {rows.length > shownCount && <Button onPress={() => setShownCount(shownCount + pageRows)}>Show more rows</Button>}
    </>
  );
}
