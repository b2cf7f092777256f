/**
 * Which page of a batch to begin next: the first one, in the order given, of the host that has the fewest under way.
 * So a batch spreads over its hosts, and one that is slow holds one place as long as others have work. -1 where none is left.
 */
export function nextItem(waiting: readonly { host: string }[], underWay: ReadonlyMap<string, number>): number {
  let best = -1;
  let fewest = Infinity;
  for (const [index, { host }] of waiting.entries()) {
    const count = underWay.get(host) ?? 0;
    if (count < fewest) [best, fewest] = [index, count];
  }
  return best;
}
