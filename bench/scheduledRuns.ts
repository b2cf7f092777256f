import type { Database } from "#data/mongo.ts";
import { quantile } from "./statistics.ts";

/** Scheduled runs of monitors: how many there are, how many of them did not complete, and how late each began, in ms. */
export type ScheduledRuns = { count: number; bad: number; lateMs: number[] };

/** Counts the runs that the monitors' clocks began. */
export async function countScheduledRuns(database: Database): Promise<ScheduledRuns> {
  const runs = await database.runs.find({ trigger: "scheduled" }).toArray();
  const lateMs = runs.flatMap(({ startedAt, _id }) => (startedAt === null ? [] : [startedAt.getTime() - dueAt(_id)]));
  return {
    count: runs.length,
    bad: runs.filter(({ status }) => status === "failed" || status === "skipped").length,
    lateMs,
  };
}

/** Ticks of monitors' clocks before `endMs` for which there is no run. A monitor's first run sets its clock. */
export async function countMissedTicks(
  database: Database,
  { intervalMinutes, endMs }: { intervalMinutes: number; endMs: number },
): Promise<number> {
  const runs = await database.runs.find({ trigger: "scheduled" }).toArray();
  const missed = [...Map.groupBy(runs, ({ monitorId }) => monitorId).values()].map((ofMonitor) => {
    const dueTimes = ofMonitor.map(({ _id }) => dueAt(_id));
    const counted = dueTimes.filter((due) => due <= endMs).length;
    return Math.floor((endMs - Math.min(...dueTimes)) / (intervalMinutes * 60_000)) + 1 - counted;
  });
  return missed.reduce((sum, count) => sum + Math.max(0, count), 0);
}

/** Lateness as a line: median, 95 % and most, in ms. */
export function describeLateness(lateMs: readonly number[]): string {
  const [median = 0, most95 = 0] = [0.5, 0.95].map((share) => quantile(lateMs, share));
  return `median ${median.toFixed(0)}, p95 ${most95.toFixed(0)}, most ${Math.max(...lateMs).toFixed(0)}`;
}

/** The due time of a run, which its id contains. */
function dueAt(runId: string): number {
  return Number.parseInt(runId.replaceAll("-", "").slice(0, 12), 16);
}
