import { CircleAlert, CircleCheck } from "lucide-react";
import { formatCount } from "../../../format/numbers.ts";
import { countOf } from "../../../format/words.ts";
import { Button } from "../../../ui/Button.tsx";
import { Table } from "../../../ui/Table.tsx";
import { selectLine } from "./AddressList.tsx";
import type { Line } from "./lines.ts";
import styles from "./Many.module.css";

/** Maximum lines that show at once, so that long lists stay quick. Those with a problem come first. */
const maxShown = 100;

type PreviewProps = {
  lines: readonly Line[];
  /** Why the API refused a line, by the line. */
  refused: Readonly<Record<string, string>>;
};

/** The meaning of each line, and its problem. */
export function Preview({ lines, refused }: PreviewProps) {
  const judged = lines.map((line) => ({ line, problem: line.problem ?? refused[line.raw] ?? null }));
  const wrongLines = judged.filter(({ problem }) => problem !== null);
  const goodLines = judged.filter(({ problem }) => problem === null);
  const shownLines = [...wrongLines, ...goodLines].slice(0, maxShown);
  return (
    <>
      <p role="status" className="small-print">
        {countOf(lines.length, "line")}
        {wrongLines.length === 0 ? ", without a problem." : `, ${formatCount(wrongLines.length)} with a problem.`}
      </p>
      <Table caption="Pages to watch" columns={["Address", "Name", "Place", "Check"]}>
        {shownLines.map(({ line, problem }) => (
          <Row key={line.number} line={line} problem={problem} />
        ))}
      </Table>
      {lines.length > shownLines.length && (
        <p className="small-print">{countOf(lines.length - shownLines.length, "more line")} not shown.</p>
      )}
    </>
  );
}

function Row({
  line: { number, raw, url, name, problem: lineProblem },
  problem,
}: {
  line: Line;
  problem: string | null;
}) {
  return (
    <tr>
      <td>
        <span className={styles["address"]}>{lineProblem === null ? url : raw.trim()}</span>
      </td>
      <td>
        <span className={styles["pageName"]}>{lineProblem === null ? name : ""}</span>
      </td>
      <td>
        <Button size="small" onPress={() => selectLine(number)} aria-label={`Change line ${number}`}>
          Line {number}
        </Button>
      </td>
      <td>
        <span className={styles["check"]} data-wrong={problem !== null || undefined}>
          {problem === null ? <CircleCheck aria-hidden="true" /> : <CircleAlert aria-hidden="true" />}
          {problem ?? "Ready"}
        </span>
      </td>
    </tr>
  );
}
