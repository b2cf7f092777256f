/**
 * Which page of a batch to begin next: the first one, in the order given, of the host that has the fewest under way, and fewer
 * than `perHost`: more would only wait for each other. So a batch spreads over its hosts. -1 where there is none.
 */
export function nextItem(
  waiting: readonly { host: string }[],
  underWay: ReadonlyMap<string, number>,
  perHost: number,
): number {
  let best = -1;
  let fewest = perHost;
  for (const [index, { host }] of waiting.entries()) {
    const count = underWay.get(host) ?? 0;
    if (count < fewest) [best, fewest] = [index, count];
  }
  return best;
}
