const units: readonly [unit: Intl.RelativeTimeFormatUnit, ms: number][] = [
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
];
const relative = new Intl.RelativeTimeFormat("en", { numeric: "auto" });
const exact = new Intl.DateTimeFormat("en", { dateStyle: "medium", timeStyle: "long" });

/** The clock of the page may be 15 s behind. */
const clockSlackMs = 20_000;

/** "3 minutes ago", "in 2 hours", "in under a minute"; "just now" within a minute in the past. */
export function formatRelative(at: string, now: number): string {
  const distance = new Date(at).getTime() - now;
  const found = units.find(([, ms]) => Math.abs(distance) >= ms);
  if (found === undefined) return distance > clockSlackMs ? "in under a minute" : "just now";
  const [unit, ms] = found;
  return relative.format(Math.round(distance / ms), unit);
}

/** The time of planned work: as `formatRelative`, but "now" where that says "just now", as the work has not begun. */
export function formatDue(at: string, now: number): string {
  const distance = new Date(at).getTime() - now;
  return distance > -60_000 && distance <= clockSlackMs ? "now" : formatRelative(at, now);
}

/** The time with its date, seconds and time zone. */
export function formatExact(at: string): string {
  return exact.format(new Date(at));
}

/** The time in a time zone, with its date and the zone's name. An unknown zone counts as UTC. */
export function formatInZone(at: string, timeZone: string): string {
  const zone = timeZones().includes(timeZone) ? timeZone : "UTC";
  return new Intl.DateTimeFormat("en", { dateStyle: "medium", timeStyle: "long", timeZone: zone }).format(new Date(at));
}

/** The names of the time zones that the browser knows, UTC first. */
export function timeZones(): string[] {
  return ["UTC", ...Intl.supportedValuesOf("timeZone").filter((zone) => zone !== "UTC")];
}

/** "1.2 s", "340 ms", "2 min 5 s", "30 min". */
export function formatDuration(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1_000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1_000);
  const rest = seconds % 60;
  return `${Math.floor(seconds / 60)} min${rest === 0 ? "" : ` ${rest} s`}`;
}

/** An interval of a monitor: "every 5 minutes", "every hour", "every day". */
export function formatInterval(minutes: number): string {
  const [count, unit] =
    minutes % 1_440 === 0
      ? [minutes / 1_440, "day"]
      : minutes % 60 === 0
        ? [minutes / 60, "hour"]
        : [minutes, "minute"];
  return count === 1 ? `every ${unit}` : `every ${count} ${unit}s`;
}

/** The time as the browser's field for a local time has it: "2026-05-04T09:30". */
export function formatLocalInput(at: string): string {
  const date = new Date(at);
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** The instant of a field for a local time. Null if it is empty or not complete. */
export function readLocalInput(local: string): string | null {
  const date = new Date(local);
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
}
