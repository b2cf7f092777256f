import type { Box, PageRegion } from "#schemas/diff.ts";

/** Pixels that two boxes share. */
export function overlap(one: Box, other: Box): number {
  const across = Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x);
  const down = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y);
  return Math.max(0, across) * Math.max(0, down);
}

export function sizeOf({ width, height }: Box): number {
  return width * height;
}

export function boxOf({ x, y, width, height }: Box): Box {
  return { x, y, width, height };
}

/** Structural regions and lines of text that a capture records at most. */
export const regionLimits = { structural: 400, text: 1_000 };

/** The page's own regions, as they stood in each picture, in the document's order for each role. */
export type RegionLists = { before: readonly PageRegion[]; after: readonly PageRegion[] };

/** Which regions of the two pictures are the same. */
export type Matches = {
  /** The region before for each region after that has one. */
  of: Map<PageRegion, PageRegion>;
  /** The regions before that have one after. */
  matched: Set<PageRegion>;
  /** Regions past the end of the other picture's list, which was full: they may or may not be there. */
  unknown: Set<PageRegion>;
};

export function isText({ role }: PageRegion): boolean {
  return role === "text";
}

/**
 * Matches regions by what they say, in the document's order, as a comparison of texts matches lines. So a region that came or
 * went does not shift the ones after it. The rest is matched by a label that no other has, then by selector, between the
 * same neighbours.
 */
export function matchRegions({ before, after }: RegionLists): Matches {
  const matches: Matches = { of: new Map(), matched: new Set(), unknown: new Set() };
  for (const kind of ["structural", "text"] as const) {
    const ofKind = (region: PageRegion) => isText(region) === (kind === "text");
    matchInOrder({ before: before.filter(ofKind), after: after.filter(ofKind) }, regionLimits[kind], matches);
  }
  return matches;
}

function matchInOrder(lists: RegionLists, limit: number, matches: Matches): void {
  const { before, after } = lists;
  const anchors = commonPairs(before.map(wordsOf), after.map(wordsOf));
  for (const [b, a] of anchors) match(before[b], after[a], matches);
  matchBy(wordsOf, lists, matches);
  const ends: [number, number][] = [...anchors, [before.length, after.length]];
  let [b, a] = [0, 0];
  for (const [nextB, nextA] of ends) {
    const gap = { before: before.slice(b, nextB), after: after.slice(a, nextA) };
    matchBy(({ role, selector }) => JSON.stringify([role, selector]), gap, matches);
    matchBy(({ role, selector }) => JSON.stringify([role, withoutPlaces(selector)]), gap, matches);
    [b, a] = [nextB + 1, nextA + 1];
  }
  const [lastB, lastA] = anchors.at(-1) ?? [-1, -1];
  if (after.length >= limit) addAll(before.slice(lastB + 1), matches.unknown);
  if (before.length >= limit) addAll(after.slice(lastA + 1), matches.unknown);
}

function match(old: PageRegion | undefined, now: PageRegion | undefined, { of, matched }: Matches): void {
  if (old === undefined || now === undefined) return;
  of.set(now, old);
  matched.add(old);
}

/** Matches the regions left that have a likeness no other of them has. */
function matchBy(likeness: (region: PageRegion) => string, { before, after }: RegionLists, matches: Matches): void {
  const olds = uniqueBy(
    likeness,
    before.filter((region) => !matches.matched.has(region)),
  );
  const news = uniqueBy(
    likeness,
    after.filter((region) => !matches.of.has(region)),
  );
  for (const [look, region] of news) match(olds.get(look), region, matches);
}

/** Regions by a likeness that no other of them has. */
function uniqueBy(likeness: (region: PageRegion) => string, regions: readonly PageRegion[]): Map<string, PageRegion> {
  const groups = Map.groupBy(regions, likeness);
  return new Map(
    [...groups].flatMap(([look, [first, ...others]]) => (first && others.length === 0 ? [[look, first]] : [])),
  );
}

/** A region by what it says; lines of one block share their label, so these have their number too. */
function wordsOf({ role, label, selector }: PageRegion): string {
  return JSON.stringify([role, label, /::line\(\d+\)$/u.exec(selector)?.[0] ?? ""]);
}

/** A selector without the places among siblings, which shift when a sibling comes or goes. */
function withoutPlaces(selector: string): string {
  return selector.replaceAll(/:nth-of-type\(\d+\)/gu, "");
}

/** The indices of a longest common subsequence. */
function commonPairs(before: readonly string[], after: readonly string[]): [before: number, after: number][] {
  const width = after.length + 1;
  const lengths = new Uint16Array((before.length + 1) * width);
  const at = (b: number, a: number) => lengths[b * width + a] ?? 0;
  for (let b = before.length - 1; b >= 0; b -= 1) {
    for (let a = after.length - 1; a >= 0; a -= 1) {
      lengths[b * width + a] = before[b] === after[a] ? at(b + 1, a + 1) + 1 : Math.max(at(b + 1, a), at(b, a + 1));
    }
  }
  const pairs: [number, number][] = [];
  for (let b = 0, a = 0; b < before.length && a < after.length;) {
    if (before[b] === after[a]) pairs.push([b++, a++]);
    else if (at(b + 1, a) >= at(b, a + 1)) b += 1;
    else a += 1;
  }
  return pairs;
}

function addAll(regions: readonly PageRegion[], set: Set<PageRegion>): void {
  for (const region of regions) set.add(region);
}
