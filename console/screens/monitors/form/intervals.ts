import { formatInterval } from "../../../format/time.ts";

const usualMinutes: readonly number[] = [5, 15, 60, 360, 1440];

/** The usual intervals and the current one, shortest first. Values are minutes. */
export function intervalOptions(current: string): { value: string; label: string }[] {
  const minutes = new Set([...usualMinutes, Number(current)]);
  return [...minutes]
    .toSorted((one, other) => one - other)
    .map((each) => ({ value: String(each), label: formatInterval(each) }));
}
