import type { RecentRun } from "#schemas/monitor/run.ts";
import { oneLine } from "./oneLine.ts";

/** The numbers of one value in the recent runs, oldest first. `text` is what the page shows. */
export type NumberHistory = { name: string; numbers: readonly { value: number; text: string }[] };

/** Maximum numbers in one line. */
const maxSteps = 6;

/**
 * The history of the value that most of the runs read. A page that hides its first number for one run would else show the
 * history of its second number. Null if none of the runs read a number. `runs` is newest first.
 */
export function numberHistory(runs: readonly Pick<RecentRun, "trigger" | "number">[]): NumberHistory | null {
  // A confirmation belongs to the run before it.
  const own = runs.filter(({ trigger }) => trigger !== "confirmation").toReversed();
  const byName = new Map<string, { value: number; text: string }[]>();
  for (const { number } of own) {
    if (number === undefined) continue;
    const { name, value, text } = number;
    byName.set(name, [...(byName.get(name) ?? []), { value, text: oneLine(text ?? "") || String(value) }]);
  }
  const [most] = [...byName].toSorted(([, one], [, other]) => other.length - one.length);
  return most === undefined ? null : { name: most[0], numbers: most[1] };
}

/** The numbers in one line without repetitions: "€39.00 → €45.00 → €89.00". An ellipsis stands for older ones. */
export function numberSteps({ numbers }: NumberHistory): string {
  const steps = numbers.filter(({ text }, index) => text !== numbers[index - 1]?.text).map(({ text }) => text);
  return [...(steps.length > maxSteps ? ["…"] : []), ...steps.slice(-maxSteps)].join(" → ");
}

/** The number of runs in words. */
export function countedRuns({ numbers: { length } }: NumberHistory): string {
  return `${length} ${length === 1 ? "run" : "runs"}`;
}

/** The history in short: "price, 7 runs: €39.00 to €89.00, now €89.00". */
export function numberLabel(history: NumberHistory): string {
  return `${history.name}, ${countedRuns(history)}: ${rangeOf(history)}`;
}

/** The lowest, the highest and the last number. */
function rangeOf({ numbers }: NumberHistory): string {
  const sorted = numbers.toSorted((one, other) => one.value - other.value);
  const [least, most, last] = [sorted[0], sorted.at(-1), numbers.at(-1)].map((number) => number?.text ?? "");
  return least === most ? `always ${last}` : `${least} to ${most}, now ${last}`;
}

/** The numbers as points of a line from left to right. The lowest is at the bottom; equal ones are in the middle. */
export function numberPoints(
  { numbers }: NumberHistory,
  { width, height, margin }: { width: number; height: number; margin: number },
): { x: number; y: number }[] {
  const values = numbers.map(({ value }) => value);
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const step = (width - 2 * margin) / Math.max(1, numbers.length - 1);
  return values.map((value, index) => {
    // Halves keep the difference of huge numbers finite.
    const share = most === least ? 0.5 : (value / 2 - least / 2) / (most / 2 - least / 2);
    return { x: round(margin + index * step), y: round(height - margin - share * (height - 2 * margin)) };
  });
}

function round(pixels: number): number {
  return Math.round(pixels * 10) / 10;
}
