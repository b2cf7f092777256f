import type { OutlineEntry, Structure } from "#schemas/extracts/structure.ts";
import { DataTable } from "./DataTable.tsx";
import { withKeys } from "./keys.ts";
import styles from "./Result.module.css";

/** The page's outline of headings, its landmarks and forms. */
export function StructureView({ structure }: { structure: Structure }) {
  const { outline, landmarks, forms, tables, callsToAction } = structure;
  return (
    <>
      <h3>Outline</h3>
      {outline.length === 0 ? <p>The page has no headings.</p> : <Outline entries={outline} />}
      <DataTable
        caption="Landmarks"
        columns={["Role", "Name", "Element"]}
        rows={landmarks.map(({ role, label, element }) => [role, label ?? "—", element])}
      />
      <DataTable
        caption="Forms"
        columns={["Sends to", "Method", "Fields"]}
        rows={forms.map(({ action, method, fields }) => [
          action ?? "—",
          method ?? "—",
          fields.map(({ label, name, type }) => label ?? name ?? type).join(", "),
        ])}
      />
      <DataTable
        caption="Tables"
        columns={["Title", "Headers", "Size"]}
        rows={tables.map(({ caption, headers, rows, columns }) => [
          caption ?? "—",
          headers.join(", "),
          `${rows} × ${columns}`,
        ])}
      />
      <DataTable
        caption="Buttons and calls to action"
        columns={["Text", "Kind", "Part of the page"]}
        rows={callsToAction.map(({ text, kind, region }) => [text, kind, region])}
      />
    </>
  );
}

function Outline({ entries }: { entries: OutlineEntry[] }) {
  return (
    <ol className={styles["outline"]}>
      {withKeys(entries).map(([key, { level, text, children }]) => (
        <li key={key}>
          <span>
            <code>{`h${level}`}</code> {text}
          </span>
          {children.length > 0 && <Outline entries={children} />}
        </li>
      ))}
    </ol>
  );
}
