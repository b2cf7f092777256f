import type { Font } from "#schemas/extracts/appearance.ts";
import { formatShare } from "../../../format/numbers.ts";
import styles from "./Result.module.css";

/** A specimen of each family. Text is in the family only if this device has it. */
export function FontsView({ fonts }: { fonts: Font[] }) {
  return (
    <ul className={styles["cards"]} aria-label="Fonts">
      {fonts.map((font) => (
        <li key={font.family} className={styles["card"]}>
          <strong className={styles["specimen"]} style={{ fontFamily: familyOf(font) }}>
            {font.family}
          </strong>
          <span style={{ fontFamily: familyOf(font) }}>The quick brown fox jumps over the lazy dog 0123456789</span>
          <small>
            {`${formatShare(font.usedBy)} of the text · weights ${font.weights.join(", ") || "unknown"}`}
            {font.renderedWith !== null && font.renderedWith !== font.family && ` · drawn with ${font.renderedWith}`}
          </small>
        </li>
      ))}
    </ul>
  );
}

/** The family as CSS. Quotes keep a hostile name one name; generic families work without them alone. */
function familyOf({ family }: Pick<Font, "family">): string {
  const isGeneric = /^(?:serif|sans-serif|monospace|cursive|fantasy|system-ui)$/.test(family);
  return isGeneric ? family : `${JSON.stringify(family)}, sans-serif`;
}
