/** A line of a text's difference. A gap stands for unchanged lines that are left out. */
export type DiffLine = { key: number; kind: "added" | "removed" | "kept" | "gap"; text: string };

const kinds: Readonly<Record<string, DiffLine["kind"]>> = { "+": "added", "-": "removed", " ": "kept" };

/** The lines of a unified difference without its head. There is a gap between two hunks. */
export function linesOfDiff(diff: string): DiffLine[] {
  const lines = diff.split("\n");
  const first = lines.findIndex((line) => line.startsWith("@@"));
  return lines.slice(first + 1).flatMap((line, key): DiffLine[] => {
    if (line.startsWith("@@")) return [{ key, kind: "gap", text: "" }];
    const kind = kinds[line.charAt(0)];
    return kind === undefined ? [] : [{ key, kind, text: line.slice(1) }];
  });
}
