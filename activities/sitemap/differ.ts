import type { KnownMonitor } from "#data/sitemaps.ts";
import type { SyncReport } from "#schemas/monitor/sitemap.ts";

/** A page that may be watched, with the id of its monitor. */
export type WatchablePage = { id: string; url: string };

/** One change: make a page's monitor, pause it, resume it, or note that the page of a kept monitor is back. */
export type PageChange =
  | { type: "add"; id: string; url: string }
  | { type: "pause"; id: string }
  | { type: "resume"; id: string }
  | { type: "back"; id: string };

export type Difference = {
  changes: PageChange[];
  report: Omit<SyncReport, "foreign" | "problem">;
  /** Whether more than half of the pages are gone and none is paused for now. */
  manyGone: boolean;
};

/** Numbers that limit a sync. `remainingInPlan` is how many monitors the account's plan still allows; null for any number. */
export type SyncLimits = {
  maxMonitors: number;
  remainingInPlan: number | null;
  /** Whether the whole sitemap was read, so that a missing page is gone. */
  isComplete: boolean;
  /** Whether the last sync saw more than half of the pages gone. */
  wasManyGone: boolean;
};

/** With fewer active pages, a sync always pauses those that are gone. */
const minPagesToDoubt = 10;

/**
 * Compares a sitemap's pages with its monitors. Present monitors keep their place; free places go to pages in the sitemap's order.
 */
export function differ(
  pages: readonly WatchablePage[],
  monitors: readonly KnownMonitor[],
  limits: SyncLimits,
): Difference {
  const listed = new Set(pages.map(({ id }) => id));
  const active = monitors.filter(({ wanted, keptByOwnerAt }) => wanted === "active" && keptByOwnerAt === null);
  const missing = active.filter(({ id }) => !listed.has(id));
  const isDoubtful = active.length >= minPagesToDoubt && missing.length * 2 > active.length;
  const manyGone = limits.isComplete && isDoubtful && !limits.wasManyGone;
  const pausedMonitors = limits.isComplete && !manyGone ? missing : [];
  const back = monitors.filter(({ id, keptByOwnerAt }) => keptByOwnerAt !== null && listed.has(id));
  const { changes, ...counts } = assignPages(pages, monitors, { ...limits, leaving: pausedMonitors.length });
  return {
    changes: [
      ...pausedMonitors.map(({ id }) => ({ type: "pause", id }) as const),
      ...back.map(({ id }) => ({ type: "back", id }) as const),
      ...changes,
    ],
    report: { pages: pages.length, pause: pausedMonitors.length, ...counts },
    manyGone,
  };
}

type Places = Pick<SyncReport, "add" | "resume" | "keep" | "overLimit"> & { changes: PageChange[] };

/** Gives the free places to pages without an active monitor. `leaving` monitors free their place. */
function assignPages(
  pages: readonly WatchablePage[],
  monitors: readonly KnownMonitor[],
  { maxMonitors, remainingInPlan, leaving }: SyncLimits & { leaving: number },
): Places {
  const monitorById = new Map(monitors.map((monitor) => [monitor.id, monitor]));
  const taken =
    monitors.filter(({ wanted, missingSince }) => wanted !== "deleted" && missingSince === null).length - leaving;
  const places: Places = { add: 0, resume: 0, keep: 0, overLimit: 0, changes: [] };
  let free = Math.max(0, maxMonitors - taken);
  let planFree = remainingInPlan ?? Infinity;
  for (const { id, url } of pages) {
    const monitor = monitorById.get(id);
    // The owner deleted the monitor, so the page is not watched again.
    if (monitor?.wanted === "deleted") continue;
    if (monitor !== undefined && monitor.missingSince === null) places.keep += 1;
    else if (free === 0 || (monitor === undefined && planFree === 0)) places.overLimit += 1;
    else {
      free -= 1;
      if (monitor !== undefined) {
        places.resume += 1;
        places.changes.push({ type: "resume", id });
      } else {
        planFree -= 1;
        places.add += 1;
        places.changes.push({ type: "add", id, url });
      }
    }
  }
  return places;
}
