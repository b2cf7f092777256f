import type { RunValues } from "#schemas/monitor/values.ts";

/** A number of a value at a run. `changed` says whether the run was a change. */
export type Reading = { runId: string; at: number; value: number; text: string; changed: boolean };

/** The numbers of one value, oldest first. */
export type Series = { name: string; readings: Reading[] };

/** The numeric values of runs, by name. `runs` is newest first. */
export function seriesOf(runs: readonly RunValues[]): Series[] {
  const series = new Map<string, Reading[]>();
  for (const { runId, at, changed, values } of runs.toReversed()) {
    for (const [name, { value, text }] of Object.entries(values)) {
      if (typeof value !== "number") continue;
      const reading = { runId, at: Date.parse(at), value, text: text ?? String(value), changed };
      series.set(name, [...(series.get(name) ?? []), reading]);
    }
  }
  return [...series].map(([name, readings]) => ({ name, readings }));
}

/** A point of a chart, in pixels. */
export type Point = Reading & { x: number; y: number };

/** The readings as points of a chart of this size. The lowest number is at the bottom, the oldest on the left. */
export function pointsOf(
  readings: readonly Reading[],
  { width, height, margin }: { width: number; height: number; margin: number },
): Point[] {
  const times = readings.map(({ at }) => at);
  const numbers = readings.map(({ value }) => value);
  const across = scaleOf(times, { from: margin, to: width - margin });
  const up = scaleOf(numbers, { from: height - margin, to: margin });
  return readings.map((reading) => ({ ...reading, x: across(reading.at), y: up(reading.value) }));
}

/** Maps the range of the numbers to another one. A range of one number is mapped to the middle. */
function scaleOf(numbers: readonly number[], { from, to }: { from: number; to: number }): (one: number) => number {
  const [least, most] = [Math.min(...numbers), Math.max(...numbers)];
  return (one) => (most === least ? (from + to) / 2 : from + ((one - least) / (most - least)) * (to - from));
}
