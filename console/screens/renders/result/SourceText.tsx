import styles from "./Result.module.css";

/** Characters that are shown at most. More would make the page slow; the download has all. */
const maxCharacters = 200_000;

/** Text as it is, such as JSON or HTML. */
export function SourceText({ text }: { text: string }) {
  return (
    <>
      <pre className={styles["source"]}>{text.slice(0, maxCharacters)}</pre>
      {text.length > maxCharacters && <p className={styles["note"]}>The download has the rest.</p>}
    </>
  );
}
