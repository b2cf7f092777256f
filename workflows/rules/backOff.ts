/** Milliseconds between two questions: the first time, and at most. */
export type Waits = { first: number; longest: number };

/** Milliseconds before the `turn`th question (from 0) about what nobody may tell of: twice as long each time. */
export function backOff(turn: number, { first, longest }: Waits): number {
  return Math.min(first * 2 ** Math.min(turn, 30), longest);
}
