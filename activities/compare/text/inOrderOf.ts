/**
 * The lines `now`, with those that `old` has, too, in its order. They take the places of each other, so what remains different
 * was added or removed, and not moved. A line that stands there twice counts twice.
 */
export function inOrderOf(old: readonly string[], now: readonly string[]): string[] {
  const inNow = countsOf(now);
  const kept = old.filter((line) => take(inNow, line)).values();
  const inOld = countsOf(old);
  return now.map((line) => (take(inOld, line) ? (kept.next().value ?? line) : line));
}

function countsOf(lines: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const line of lines) counts.set(line, (counts.get(line) ?? 0) + 1);
  return counts;
}

/** Whether one of the line was left. It is taken. */
function take(counts: Map<string, number>, line: string): boolean {
  const left = counts.get(line) ?? 0;
  if (left > 0) counts.set(line, left - 1);
  return left > 0;
}
