/** The value below which half of the sample lies. */
export function median(sample: readonly number[]): number {
  return quantile(sample, 0.5);
}

/** The value below which `share` (0 to 1) of the sample lies; NaN for an empty sample. */
export function quantile(sample: readonly number[], share: number): number {
  const sorted = sample.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}

/** Runs `work` `count` times with `width` at once; returns the milliseconds of each and of all. */
export async function timed(
  { count, width }: { count: number; width: number },
  work: (index: number) => Promise<unknown>,
): Promise<{ each: number[]; all: number }> {
  const each: number[] = [];
  const began = performance.now();
  let next = 0;
  const lane = async (): Promise<void> => {
    for (let index = next++; index < count; index = next++) {
      const from = performance.now();
      await work(index);
      each.push(performance.now() - from);
    }
  };
  await Promise.all(Array.from({ length: width }, lane));
  return { each, all: performance.now() - began };
}
