import type { ObjectStore } from "#data/objects.ts";
import type { DiffSide, PageRegion } from "#schemas/diff.ts";
import type { IgnoredRegion } from "#schemas/options/watch.ts";
import type { RunCapture } from "#schemas/monitor/run.ts";
import { areaOf, overlapArea } from "../compare/changedAreas.ts";
import type { IgnoredBox } from "../compare/clusters.ts";
import type { RegionLists } from "../compare/matchRegions.ts";
import { RenderFailure } from "../failures.ts";
import { type IgnoredElement, selectorsOf } from "./monitorProbe.ts";

/** The captures of a comparison. */
export type CapturePair = Record<DiffSide, RunCapture>;

/** The given rectangles, and in each picture the elements that the given selectors found in it. */
export async function findIgnored(
  objects: ObjectStore,
  pair: CapturePair,
  ignored: readonly IgnoredRegion[],
): Promise<IgnoredBox[]> {
  const selectors = new Set(selectorsOf(ignored));
  const elementsOf = async (of: DiffSide): Promise<IgnoredBox[]> => {
    const { elementsKey } = pair[of];
    if (selectors.size === 0 || elementsKey === undefined) return [];
    // `captureRun` validated the elements before it stored them.
    const found: IgnoredElement[] = JSON.parse((await readObject(objects, elementsKey)).toString("utf8"));
    return found
      .filter(({ selector }) => selectors.has(selector))
      .map(({ x, y, width, height }) => ({ x, y, width, height, of }));
  };
  const rectangles = ignored.flatMap((region) => ("selector" in region ? [] : [region]));
  return [...rectangles, ...(await elementsOf("before")), ...(await elementsOf("after"))];
}

/** The number of ignored boxes in the picture after. */
export function countIgnored(ignored: readonly IgnoredBox[]): number {
  return ignored.filter(isOf("after")).length;
}

/** Whether a box is one of this picture. */
function isOf(side: DiffSide): (box: IgnoredBox) => boolean {
  return ({ of = side }) => of === side;
}

/** The regions that lie in no ignored area, so that such a region is not reported as added or removed either. */
export function withoutIgnored({ before, after }: RegionLists, ignored: readonly IgnoredBox[]): RegionLists {
  const kept = (regions: readonly PageRegion[], side: DiffSide): PageRegion[] => {
    const boxes = ignored.filter(isOf(side));
    return regions.filter((region) => boxes.every((box) => overlapArea(region, box) < areaOf(region)));
  };
  return { before: kept(before, "before"), after: kept(after, "after") };
}

/** Reads a part of a stored capture. @throws RenderFailure `internal_error` if it is gone. */
export async function readObject(objects: ObjectStore, key: string): Promise<Buffer> {
  const bytes = await objects.get(key);
  if (bytes === null) throw new RenderFailure("internal_error", "A part of a capture to compare is gone.");
  return bytes;
}
