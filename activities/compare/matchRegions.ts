import type { PageRegion } from "#schemas/diff.ts";

/** Structural regions and lines of text that a capture records. */
export const regionLimits = { structural: 400, text: 1_000 };

/** The page's own regions in each picture. Regions of one role are in document order. */
export type RegionLists = { before: readonly PageRegion[]; after: readonly PageRegion[] };

/** Pairs of regions that are the same in both pictures. */
export type Matches = {
  /** For each region after that has one, its region before. */
  previousOf: Map<PageRegion, PageRegion>;
  /** The regions before that have a region after. */
  matchedRegions: Set<PageRegion>;
  /** Regions past the end of the other picture's full list. They may or may not be there. */
  unknownRegions: Set<PageRegion>;
};

export function isText({ role }: PageRegion): boolean {
  return role === "text";
}

/**
 * Matches regions by their content in document order, as a text diff matches lines. So an inserted region does not
 * shift those after it. Regions left over are matched by a unique label, then by selector between the same neighbors.
 */
export function matchRegions({ before, after }: RegionLists): Matches {
  const matches: Matches = { previousOf: new Map(), matchedRegions: new Set(), unknownRegions: new Set() };
  for (const kind of ["structural", "text"] as const) {
    const ofKind = (region: PageRegion) => isText(region) === (kind === "text");
    matchInOrder({ before: before.filter(ofKind), after: after.filter(ofKind) }, regionLimits[kind], matches);
  }
  return matches;
}

function matchInOrder(lists: RegionLists, limit: number, matches: Matches): void {
  const { before, after } = lists;
  const anchors = commonPairs(before.map(contentKey), after.map(contentKey));
  for (const [b, a] of anchors) match(before[b], after[a], matches);
  matchBy(contentKey, lists, matches);
  const gapEnds: [number, number][] = [...anchors, [before.length, after.length]];
  let [b, a] = [0, 0];
  for (const [nextB, nextA] of gapEnds) {
    const gap = { before: before.slice(b, nextB), after: after.slice(a, nextA) };
    matchBy(({ role, selector }) => JSON.stringify([role, selector]), gap, matches);
    matchBy(({ role, selector }) => JSON.stringify([role, withoutPositions(selector)]), gap, matches);
    [b, a] = [nextB + 1, nextA + 1];
  }
  const [lastB, lastA] = anchors.at(-1) ?? [-1, -1];
  if (after.length >= limit) addAll(before.slice(lastB + 1), matches.unknownRegions);
  if (before.length >= limit) addAll(after.slice(lastA + 1), matches.unknownRegions);
}

function match(
  before: PageRegion | undefined,
  after: PageRegion | undefined,
  { previousOf, matchedRegions }: Matches,
): void {
  if (before === undefined || after === undefined) return;
  previousOf.set(after, before);
  matchedRegions.add(before);
}

/** Matches the remaining regions that have a unique key. */
function matchBy(keyOf: (region: PageRegion) => string, { before, after }: RegionLists, matches: Matches): void {
  const candidatesBefore = uniqueBy(
    keyOf,
    before.filter((region) => !matches.matchedRegions.has(region)),
  );
  const candidatesAfter = uniqueBy(
    keyOf,
    after.filter((region) => !matches.previousOf.has(region)),
  );
  for (const [key, region] of candidatesAfter) match(candidatesBefore.get(key), region, matches);
}

/** Regions by key, without keys that occur twice. */
function uniqueBy(keyOf: (region: PageRegion) => string, regions: readonly PageRegion[]): Map<string, PageRegion> {
  const groups = Map.groupBy(regions, keyOf);
  return new Map(
    [...groups].flatMap(([look, [first, ...others]]) => (first && others.length === 0 ? [[look, first]] : [])),
  );
}

/** A region's role and label. Lines of one block share their label, so their number is part of the key. */
function contentKey({ role, label, selector }: PageRegion): string {
  return JSON.stringify([role, label, /::line\(\d+\)$/u.exec(selector)?.[0] ?? ""]);
}

/** A selector without `:nth-of-type`, which changes when a sibling is added or removed. */
function withoutPositions(selector: string): string {
  return selector.replaceAll(/:nth-of-type\(\d+\)/gu, "");
}

/** The index pairs of a longest common subsequence. */
function commonPairs(before: readonly string[], after: readonly string[]): [before: number, after: number][] {
  const width = after.length + 1;
  const lengths = new Uint16Array((before.length + 1) * width);
  const lengthAt = (b: number, a: number) => lengths[b * width + a] ?? 0;
  for (let b = before.length - 1; b >= 0; b -= 1) {
    for (let a = after.length - 1; a >= 0; a -= 1) {
      lengths[b * width + a] =
        before[b] === after[a] ? lengthAt(b + 1, a + 1) + 1 : Math.max(lengthAt(b + 1, a), lengthAt(b, a + 1));
    }
  }
  const pairs: [number, number][] = [];
  for (let b = 0, a = 0; b < before.length && a < after.length;) {
    if (before[b] === after[a]) pairs.push([b++, a++]);
    else if (lengthAt(b + 1, a) >= lengthAt(b, a + 1)) b += 1;
    else a += 1;
  }
  return pairs;
}

function addAll(regions: readonly PageRegion[], set: Set<PageRegion>): void {
  for (const region of regions) set.add(region);
}
