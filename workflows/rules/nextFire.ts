import { Cron as Clock } from "croner";
import type { ScheduleTiming } from "#schemas/schedule.ts";
import { type Cron, parseCron } from "./cron.ts";

/** The first instant after `after` (not `after` itself) at which a schedule is due; null where there is none any more. */
export function nextFire(timing: ScheduleTiming, after: Date): Date | null {
  switch (timing.type) {
    case "delayed":
      return timing.at > after ? timing.at : null;
    case "repeatable": {
      const next = clockOf(timing.pattern).nextRun(after);
      return next === null || (timing.endDate !== null && next > timing.endDate) ? null : next;
    }
  }
}

/**
 * The fire to make at `now` for one that was due at `due`: the latest that is due by now, so that of those missed in an
 * outage one is caught up, unless it is a period late itself, as the last one before the end date may be. `missed` says
 * whether any is left out, `make` whether that is all of them.
 */
export function latestFire(timing: ScheduleTiming, due: Date, now: Date): { at: Date; missed: boolean; make: boolean } {
  if (timing.type === "delayed") return { at: due, missed: false, make: true };
  const clock = clockOf(timing.pattern);
  const last = timing.endDate !== null && timing.endDate < now ? timing.endDate : now;
  // The reference itself is left out, and the patterns know whole minutes only.
  const [latest = due] = clock.previousRuns(1, new Date(last.getTime() + 1));
  const at = latest > due ? latest : due;
  const following = clock.nextRun(at);
  const make = following === null || following > now;
  return { at, missed: at > due || !make, make };
}

/** Throws where the pattern is not one that `parseCron` accepts; the API has refused those. */
function clockOf(pattern: string): Clock {
  const parsed = parseCron(pattern);
  if (!parsed.ok) throw new Error(`The pattern ${pattern} ${parsed.problem}.`);
  const { cron } = parsed;
  return new Clock(textOf(cron), { mode: "5-part", utcOffset: 0, domAndDow: !cron.either, paused: true });
}

function textOf({ fields }: Cron): string {
  return fields.map((values) => values?.join(",") ?? "*").join(" ");
}
