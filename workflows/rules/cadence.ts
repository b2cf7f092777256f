/** A monitor's beat: run n is due at `createdAt + n · interval`. Instants and the interval are milliseconds. */
export type Interval = { createdAt: number; interval: number };

/** The number of the last run that is due by `now`; 0 is the first one, at the monitor's creation. */
export function tickAt({ createdAt, interval }: Interval, now: number): number {
  return Math.max(0, Math.floor((now - createdAt) / interval));
}

/** When a run is due. */
export function dueAt({ createdAt, interval }: Interval, slot: number): number {
  return createdAt + slot * interval;
}
