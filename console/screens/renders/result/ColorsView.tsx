import type { Colors } from "#schemas/extracts/appearance.ts";
import { formatShare } from "../../../format/numbers.ts";
import styles from "./Result.module.css";

/** One color with its code and a note. */
export function Swatch({ hex, note }: { hex: string; note: string }) {
  return (
    <li className={styles["swatch"]}>
      <span style={{ background: hex }} />
      <code>{hex}</code>
      <small>{note}</small>
    </li>
  );
}

/** The page's colors as swatches, and the contrast of its text. */
export function ColorsView({ colors: { palette, contrast, theme } }: { colors: Colors }) {
  return (
    <>
      <p>
        {`The page is ${theme}.`}
        {contrast.lowest !== null && ` Its lowest contrast is ${contrast.lowest}.`}
      </p>
      <ul className={styles["swatches"]} aria-label="Palette">
        {palette.map(({ hex, role, share }) => (
          <Swatch key={`${role} ${hex}`} hex={hex} note={`${role}, ${formatShare(share)}`} />
        ))}
      </ul>
      <h3>Text on its background</h3>
      <ul className={styles["swatches"]} aria-label="Contrast">
        {contrast.pairs.map(({ text, background, ratio, level }) => (
          <li key={`${text} ${background}`} className={styles["swatch"]}>
            <span style={{ background, color: text }}>Aa</span>
            <code>{`${ratio} : 1`}</code>
            <small>{level === "fail" ? "Below AA" : level}</small>
          </li>
        ))}
      </ul>
    </>
  );
}
