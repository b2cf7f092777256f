import type { MonitorRecord } from "#schemas/monitor/monitor.ts";
import { lastFireOf, nextFireOf } from "./cron.ts";

/**
 * When a monitor runs. Its first run is due at its creation. Later ones are due at creation plus n intervals, or at each fire
 * of a cron. Instants and intervals are milliseconds. Two due instants are at least a minute apart.
 */
export type MonitorTimes = { createdAt: number } & ({ interval: number } | { cron: string; timezone: string });

/** The times of a monitor's record. A sitemap's monitors count from before their creation, so that their runs spread. */
export function timesOf({
  createdAt,
  spec,
  sitemap,
}: Pick<MonitorRecord, "createdAt" | "spec" | "sitemap">): MonitorTimes {
  const { cron, timezone, intervalMinutes } = spec;
  const created = createdAt.getTime() - (sitemap?.tickOffsetMs ?? 0);
  if (cron === null) return { createdAt: created, interval: intervalMinutes * 60_000 };
  return { createdAt: created, cron, timezone: timezone ?? "UTC" };
}

/** The first due instant after `after`, exclusive; null if there is none. */
export function nextDue(times: MonitorTimes, after: number): number | null {
  const { createdAt } = times;
  if (after < createdAt) return createdAt;
  if ("cron" in times) return nextFireOf(times, new Date(after))?.getTime() ?? null;
  return createdAt + (Math.floor((after - createdAt) / times.interval) + 1) * times.interval;
}

/** The latest due instant until `now`, inclusive; null before the first one. */
export function latestDue(times: MonitorTimes, now: number): number | null {
  const { createdAt } = times;
  if (now < createdAt) return null;
  if ("interval" in times) return createdAt + Math.floor((now - createdAt) / times.interval) * times.interval;
  return Math.max(createdAt, lastFireOf(times, new Date(now))?.getTime() ?? createdAt);
}

/**
 * How far a monitor has come in its times. `after` is the instant after which its next run is due; null before its first run.
 * `times` is the text of the times that it was in.
 */
export type ClockPosition = { times: string | null; after: number | null };

/** A step of a monitor's clock at `now`: `position` is the new position, `due` the instant of the next run. */
export type ClockStep = { position: ClockPosition; due: number | null };

/**
 * The step of a monitor's clock. Runs that were due during a pause or before a change of the times are not made up for. Of the
 * runs missed in an outage, only the latest is due.
 */
export function stepClock(
  times: MonitorTimes,
  position: ClockPosition,
  { now, isPaused, wasPaused }: { now: number; isPaused: boolean; wasPaused: boolean },
): ClockStep {
  const { createdAt, ...period } = times;
  const text = JSON.stringify(period);
  const hasNewTimes = position.after !== null && position.times !== text;
  const after = isPaused || wasPaused || hasNewTimes ? now : position.after;
  const due = isPaused ? null : dueAfter(times, after ?? createdAt - 1, now);
  return { position: { times: text, after }, due };
}

/** The next due instant after `after`; the latest one by `now` if several have passed. */
function dueAfter(times: MonitorTimes, after: number, now: number): number | null {
  const next = nextDue(times, after);
  return next === null || next > now ? next : (latestDue(times, now) ?? next);
}
