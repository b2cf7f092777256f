import { formatInterval } from "../../../format/time.ts";

const usualMinutes: readonly number[] = [5, 15, 60, 360, 1440];

/** The value of the choice of times by cron. */
export const byCron = "cron";

/** The usual intervals and the current one, shortest first, then times by cron. Values are minutes. */
export function intervalOptions(current: string): { value: string; label: string }[] {
  const minutes = new Set([...usualMinutes, Number(current)]);
  const intervals = [...minutes]
    .toSorted((one, other) => one - other)
    .map((each) => ({ value: String(each), label: formatInterval(each) }));
  return [...intervals, { value: byCron, label: "at set times" }];
}
