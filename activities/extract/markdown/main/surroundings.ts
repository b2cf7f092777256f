import { type Block, isProse, type Part } from "./blocks.ts";

type Features = Record<string, number>;

/** Sizes of the windows of blocks before and after each block. */
const windowSizes = [2, 6] as const;

/** Features of the blocks before and after each block. */
export function windowFeatures(blocks: readonly Block[]): Features[] {
  const lengths = runningSums(blocks.map(({ text }) => text.length));
  const linkedChars = runningSums(blocks.map((block) => Math.min(block.linkedChars, block.text.length)));
  const prose = runningSums(blocks.map((block) => (isProse(block) ? block.text.length : 0)));
  return blocks.map((_block, index) => {
    const features: Features = {};
    for (const size of windowSizes) {
      const ranges = {
        before: [Math.max(0, index - size), index],
        after: [index + 1, Math.min(blocks.length, index + 1 + size)],
      } as const;
      for (const [side, [from, to]] of Object.entries(ranges)) {
        const length = between(lengths, from, to);
        features[`${side}${size}Length`] = Math.log(1 + length);
        features[`${side}${size}Linked`] = between(linkedChars, from, to) / Math.max(1, length);
        features[`${side}${size}Prose`] = between(prose, from, to) / Math.max(1, length);
      }
    }
    return features;
  });
}

/** The sum of the values from one index up to another, from their running sums. */
function between(sums: readonly number[], from: number, to: number): number {
  return (sums[to] ?? 0) - (sums[from] ?? 0);
}

function runningSums(values: readonly number[]): number[] {
  const sums = [0];
  for (const value of values) sums.push((sums.at(-1) ?? 0) + value);
  return sums;
}

/** Shares of the page's prose that define its body of text. */
const bodyShares = [0.5, 0.8] as const;

/** Features of each block's place in relation to the smallest parts that contain most of the page's prose. */
export function bodyFeatures(blocks: readonly Block[]): Features[] {
  const bodies = bodyShares.map((share) => ({ share, part: bodyOfText(blocks, share) }));
  const paths = bodies.map(({ part }) => depthsAbove(part));
  return blocks.map(({ part }) => {
    const features: Features = { depth: depthOf(part) };
    for (const [at, { share, part: body }] of bodies.entries()) {
      const above = paths[at];
      if (body === null || above === undefined) continue;
      const { up, down } = distance(part, above);
      features[`upTo${share}`] = up;
      features[`downFrom${share}`] = down;
      features[`shareOf${share}`] = body.length / Math.max(1, rootOf(body).length);
    }
    return features;
  });
}

function rootOf(part: Part): Part {
  let root = part;
  while (root.parent !== null) root = root.parent;
  return root;
}

/** The smallest part with at least this share of the page's prose. */
function bodyOfText(blocks: readonly Block[], share: number): Part | null {
  let best: Part | null = null;
  const seen = new Set<Part>();
  const [first] = blocks;
  const wanted = first === undefined ? 0 : rootOf(first.part).prose * share;
  for (const { part } of blocks) {
    for (let at: Part | null = part; at !== null && !seen.has(at); at = at.parent) {
      seen.add(at);
      if (at.prose >= wanted && (best === null || at.length < best.length)) best = at;
    }
  }
  return best;
}

/** The levels above a part, with their distance from it. */
function depthsAbove(part: Part | null): ReadonlyMap<Part, number> {
  const depths = new Map<Part, number>();
  for (let at = part; at !== null; at = at.parent) depths.set(at, depths.size);
  return depths;
}

/** The levels from the part up to the common ancestor, and from there down to the body of text. */
function distance(part: Part, above: ReadonlyMap<Part, number>): { up: number; down: number } {
  let up = 0;
  for (let at: Part | null = part; at !== null; at = at.parent) {
    const down = above.get(at);
    if (down !== undefined) return { up, down };
    up += 1;
  }
  return { up, down: 0 };
}

function depthOf(part: Part): number {
  let depth = 0;
  for (let at = part.parent; at !== null; at = at.parent) depth += 1;
  return depth;
}
