import type { PageElements } from "#schemas/extracts/elements.ts";
import { DataTable } from "./DataTable.tsx";

/** The elements of a page with their selectors. */
export function ElementsView({ map: { elements } }: { map: PageElements }) {
  return (
    <DataTable
      caption="Elements"
      columns={["Selector", "Role", "Text", "Place"]}
      rows={elements.map(({ selector, role = "—", name, text, x, y, width, height }) => [
        <code key="selector">{selector}</code>,
        role,
        name ?? text ?? "—",
        `${width} × ${height} at ${x}, ${y}`,
      ])}
    />
  );
}
