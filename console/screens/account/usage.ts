import { queryOptions } from "@tanstack/react-query";
import type { UsageDay } from "#schemas/account.ts";
import { wf } from "../../api/client.ts";

/** Months that the screen offers, the current one included. */
const maxMonths = 6;

/** The credits of a month (YYYY-MM in UTC) by day and key. */
export const historyQuery = (period: string) =>
  queryOptions({
    queryKey: ["usage", "history", period],
    queryFn: ({ signal }): Promise<UsageDay[]> => wf.usageHistory({ period }, { signal }),
  });

/** The month of a time, as the API names it. */
export function periodOf(now: number): string {
  return new Date(now).toISOString().slice(0, 7);
}

/** The last months, newest first, with their names. */
export function periodOptions(now: number): { value: string; label: string }[] {
  const name = new Intl.DateTimeFormat("en", { month: "long", year: "numeric", timeZone: "UTC" });
  const date = new Date(now);
  return Array.from({ length: maxMonths }, (_, back) => {
    const month = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - back, 1));
    return { value: periodOf(month.getTime()), label: name.format(month) };
  });
}

/** The month of an address. A wrong value is left out. */
export function readUsageSearch({ period }: Record<string, unknown>): { period?: string } {
  return typeof period === "string" && /^20\d\d-(0[1-9]|1[0-2])$/.test(period) ? { period } : {};
}

const operationWords: Readonly<Record<string, string>> = {
  render: "Single renders",
  batch_item: "Batches",
  scheduled: "Schedules",
  crawl_page: "Crawls",
  diff: "Comparisons",
  monitor_run: "Monitors",
};

/** The name of an operation that costs credits. */
export function describeOperation(operation: string): string {
  return operationWords[operation] ?? operation;
}

/** Credits of one day over all keys, charged less refunded, by operation. */
export type DayCredits = { date: string; net: number; byOperation: Readonly<Record<string, number>> };

/** The days of a month with all keys together, oldest first. */
export function creditsByDay(days: readonly UsageDay[]): DayCredits[] {
  return [...Map.groupBy(days, ({ date }) => date)]
    .map(([date, own]) => {
      const byOperation = sum(own.map((day) => day.byOperation));
      return { date, byOperation, net: Object.values(byOperation).reduce((total, credits) => total + credits, 0) };
    })
    .toSorted((a, b) => (a.date < b.date ? -1 : 1));
}

/** Credits by key over a month, the largest first. */
export function creditsByKey(days: readonly UsageDay[]): { keyId: string; net: number }[] {
  return [...Map.groupBy(days, ({ keyId }) => keyId)]
    .map(([keyId, own]) => ({ keyId, net: own.reduce((total, day) => total + day.charged - day.refunded, 0) }))
    .toSorted((a, b) => b.net - a.net);
}

/** The operations of some days, in the order of their names. */
export function operationsOf(days: readonly DayCredits[]): string[] {
  return [...new Set(days.flatMap(({ byOperation }) => Object.keys(byOperation)))].toSorted((a, b) =>
    describeOperation(a) < describeOperation(b) ? -1 : 1,
  );
}

function sum(records: readonly Record<string, number>[]): Record<string, number> {
  const total: Record<string, number> = {};
  for (const [operation, credits] of records.flatMap((record) => Object.entries(record))) {
    total[operation] = (total[operation] ?? 0) + credits;
  }
  return total;
}
