import styles from "./Deliveries.module.css";

/** A body as text in a box of its own. JSON gets line breaks. */
export function SentText({ text, label }: { text: string; label: string }) {
  return (
    <pre className={styles["text"]} aria-label={label} role="region">
      {withLines(text)}
    </pre>
  );
}

function withLines(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    // Answers of receivers may be any text.
    return text;
  }
}
