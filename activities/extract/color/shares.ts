/** What a part is of a whole, to four decimals; 0 of nothing. */
export function shareOf(part: number, whole: number): number {
  return whole > 0 ? Math.min(1, Math.round((part / whole) * 10_000) / 10_000) : 0;
}

/** Sums of amounts by key, the largest first; equals in the order they came in. */
export function summed<Key>(entries: Iterable<readonly [Key, number]>): [Key, number][] {
  const sums = new Map<Key, number>();
  for (const [key, amount] of entries) sums.set(key, (sums.get(key) ?? 0) + amount);
  return [...sums].toSorted(([, a], [, b]) => b - a);
}
