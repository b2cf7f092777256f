import type { Design } from "#schemas/extracts/appearance.ts";
import { Swatch } from "./ColorsView.tsx";
import { DataTable } from "./DataTable.tsx";
import styles from "./Result.module.css";

/** The page's design tokens: colors by purpose, text styles, distances and the style sheet's variables. */
export function DesignView({ design }: { design: Design }) {
  const { colors, typography, spacing, radii, shadows, cssVariables } = design;
  return (
    <>
      <ul className={styles["swatches"]} aria-label="Colors by purpose">
        {colors.map(({ role, hex, variable }) => (
          <Swatch key={role} hex={hex} note={variable === null ? role : `${role}, ${variable}`} />
        ))}
      </ul>
      <DataTable
        caption="Text styles"
        columns={["Element", "Family", "Size", "Weight", "Line height", "Color"]}
        rows={typography.styles.map(({ element, family, size, weight, lineHeight, color }) => [
          element,
          family,
          `${size} px`,
          weight,
          lineHeight ?? "normal",
          color,
        ])}
      />
      <DataTable
        caption="Distances"
        columns={["Pixels", "Uses"]}
        rows={spacing.scale.map(({ value, count }) => [value, count])}
      />
      <DataTable
        caption="Corners and shadows"
        columns={["Value", "Uses"]}
        rows={[...radii, ...shadows].map(({ value, count }) => [value, count])}
      />
      <DataTable
        caption="Variables"
        columns={["Name", "Value"]}
        rows={cssVariables.map(({ name, value }) => [<code key="name">{name}</code>, value])}
      />
    </>
  );
}
