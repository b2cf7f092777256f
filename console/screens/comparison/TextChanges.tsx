import type { MonitorRun } from "#schemas/monitor/run.ts";
import type { TextChange } from "#schemas/monitor/text.ts";
import { countOf } from "../../format/words.ts";
import { Card, Section } from "../../ui/Page.tsx";
import styles from "./TextChanges.module.css";
import { type DiffLine, linesOfDiff } from "./textDiff.ts";

/** How the words of a run differ from its baseline's. Nothing without a comparison of words. */
export function TextChanges({ run: { result } }: { run: MonitorRun }) {
  const text = result?.text;
  if (text === undefined) return null;
  return (
    <Section title="Words of the page">
      <Card>{text.changed ? <Changed text={text} /> : <p>No word was added or removed.</p>}</Card>
    </Section>
  );
}

function Changed({ text }: { text: TextChange }) {
  const { addedWords, removedWords, changes, diff, diffOutput } = text;
  const isWhole = diff !== null;
  const lines = isWhole
    ? linesOfDiff(diff)
    : changes.map(({ change, words }, index): DiffLine => ({ key: index, kind: change, text: words }));
  return (
    <div className="stack-3">
      <p>
        {countOf(addedWords, "word")} added, {countOf(removedWords, "word")} removed
      </p>
      <ol className={styles["lines"]}>
        {lines.map((line) => (
          <Line key={line.key} line={line} />
        ))}
      </ol>
      {!isWhole && diffOutput !== undefined && (
        <p>
          These are the first changes. <a href={diffOutput.url}>Open the whole difference</a>
        </p>
      )}
    </div>
  );
}

/** One line. A sign and a word for screen readers say what its colour says. */
function Line({ line: { kind, text } }: { line: DiffLine }) {
  if (kind === "gap") return <li className={styles["gap"]}>…</li>;
  if (kind === "kept")
    return (
      <li className={styles["kept"]}>
        <bdi>{text}</bdi>
      </li>
    );
  const Mark = kind === "added" ? "ins" : "del";
  return (
    <li className={styles[kind]}>
      <span aria-hidden="true" className={styles["sign"]}>
        {kind === "added" ? "+" : "−"}
      </span>
      <Mark>
        <span className="visually-hidden">{kind === "added" ? "Added: " : "Removed: "}</span>
        <bdi>{text}</bdi>
      </Mark>
    </li>
  );
}
