import type { StatusRange } from "#schemas/options/page.ts";

/** Statuses of pages that monitors accept unless their owner says otherwise. */
export const usualStatuses: readonly StatusRange[] = ["200-399"];

/** The first and the last status of a range. */
export function boundsOf(range: StatusRange): [first: number, last: number] {
  const [first = 0, last = first] = String(range).split("-").map(Number);
  return [first, last];
}

/** Whether a status is in one of the ranges. */
export function isAmong(status: number, ranges: readonly StatusRange[]): boolean {
  return ranges.some((range) => {
    const [first, last] = boundsOf(range);
    return status >= first && status <= last;
  });
}
