import type { MappedElement, PageElements } from "#schemas/extracts/elements.ts";
import { describeMapped, mappedDependencies, wordSources } from "./describeMapped.ts";
import { frameDependencies, type FrameElements, keptFrames } from "./frames.ts";
import { formDependencies } from "./readForms.ts";
import { ownGetter, type PageFunction, openRoots } from "./safeDom.ts";
import type { Shared } from "./shared.ts";
import { openSelectors, selectorDependencies } from "./stableSelectors.ts";
import { intersect, type PageItem } from "./survey.ts";

/** The page's data for `elements`. */
export type ElementMapRead = { map: PageElements; cut: boolean };

/** Bounds of a map. `ms` is for all of it. */
type MapLimits = { elements: number; chars: number; selector: number; ms: number };

/** A map that is being made. `indexes` has the places of the document's items in it. */
type OpenMap = {
  elements: MappedElement[];
  indexes: Map<PageItem, number>;
  /** Adds an element, and returns false if the map is full. */
  add(element: MappedElement): boolean;
};

/**
 * Runs in the page. Lists the elements that a visitor sees: first those of the document, then those of open shadow trees,
 * then those of frames.
 */
export function readElementMap(sharedReads: Shared): ElementMapRead {
  // `elementLimits` has the same numbers for callers.
  const limits = { elements: 3_000, chars: 400_000, selector: 300, ms: 1_500 };
  const map = openMap(limits);
  const isWhole = mapDocument(sharedReads, limits, map) && mapFrames(sharedReads, limits, map);
  const { elements } = map;
  return {
    map: { scale: window.devicePixelRatio, view: shownView(), elements },
    cut: !isWhole || sharedReads.survey().cut,
  };
}

/** Runs in a frame. Lists its elements, in pixels from the top left of what the frame shows. */
export function readFrameElements(shared: Shared): FrameElements {
  const limits = { elements: 500, chars: 60_000, selector: 300, ms: 500 };
  const map = openMap(limits);
  const isWhole = mapDocument(shared, limits, map);
  const { x: left, y: top } = shownView();
  const elements = map.elements.map((each) => ({ ...each, x: each.x - left, y: each.y - top }));
  return { elements, cut: !isWhole || shared.survey().cut };
}

function openMap(limits: MapLimits): OpenMap {
  const startMs = performance.now();
  const elements: MappedElement[] = [];
  let chars = 0;
  return {
    elements,
    indexes: new Map(),
    add(element) {
      chars += JSON.stringify(element).length;
      const isLate = performance.now() - startMs > limits.ms;
      if (isLate || elements.length >= limits.elements || chars > limits.chars) return false;
      elements.push(element);
      return true;
    },
  };
}

/** Adds the elements of the document, then those of its shadow trees. Returns false if the map is full. */
function mapDocument(shared: Shared, limits: MapLimits, map: OpenMap): boolean {
  const { items } = shared.survey();
  const sources = wordSources(items);
  const trees = openRoots();
  for (const inShadow of trees.length > 1 ? [false, true] : [false]) {
    const selectors = openSelectors(limits.selector, inShadow ? trees : [document]);
    for (const item of items) {
      const { element, tag, visible, boxless } = item;
      if (!visible || boxless || tag === "html" || tag === "body") continue;
      if ((Node.prototype.getRootNode.call(element) !== document) !== inShadow) continue;
      const selector = selectors.of(element);
      if (selector === null) continue;
      const alike = inShadow ? null : selectors.alike(element);
      const entry = {
        selector,
        ...(inShadow && { inShadow }),
        ...describeMapped(item, sources),
        ...(alike !== null && { alike }),
        parent: mappedParent(item, map.indexes),
      };
      if (!map.add(entry)) return false;
      map.indexes.set(item, map.elements.length - 1);
    }
  }
  return true;
}

/** Adds the elements of the document's frames, where the frames show them. Returns false if the map is full. */
function mapFrames(shared: Shared, limits: MapLimits, map: OpenMap): boolean {
  const kept = keptFrames();
  const selectors = openSelectors(limits.selector);
  let isWhole = true;
  for (const item of kept.size === 0 ? [] : shared.survey().items) {
    const { element, shownArea } = item;
    const frameElements = kept.get(element)?.elements;
    if (frameElements === undefined || !item.visible || Node.prototype.getRootNode.call(element) !== document) continue;
    const frame = selectors.of(element);
    if (frame === null) continue;
    isWhole &&= !frameElements.cut;
    const [start, around] = [contentStart(item), map.indexes.get(item) ?? -1];
    const places = new Map<number, number>();
    for (const [index, each] of frameElements.elements.entries()) {
      const [x, y] = [each.x + start.x, each.y + start.y];
      const seen = intersect(shownArea, { left: x, top: y, right: x + each.width, bottom: y + each.height });
      const [left, top] = [Math.round(seen.left), Math.round(seen.top)];
      const size = { width: Math.round(seen.right) - left, height: Math.round(seen.bottom) - top };
      if (size.width === 0 || size.height === 0) continue;
      const { alike: _alike, ...own } = each;
      const parent = places.get(each.parent) ?? around;
      if (!map.add({ ...own, frame, x: left, y: top, ...size, parent })) return false;
      places.set(index, map.elements.length - 1);
    }
  }
  return isWhole;
}

/** The top left of what a frame shows: inside its border and padding, on the page. */
function contentStart({ element, box, style }: PageItem): { x: number; y: number } {
  const pixels = (side: string) => Number.parseFloat(style?.getPropertyValue(`padding-${side}`) ?? "") || 0;
  const border = (name: string) => Number(ownGetter(Element.prototype, name, element));
  return {
    x: box.left + border("clientLeft") + pixels("left"),
    y: box.top + border("clientTop") + pixels("top"),
  };
}

/** The part of the page that the viewport shows, in whole pixels. */
function shownView(): PageElements["view"] {
  const [x, y] = [Math.round(window.scrollX), Math.round(window.scrollY)];
  return { x, y, width: Math.round(window.innerWidth), height: Math.round(window.innerHeight) };
}

/** The index of the nearest element around an item that the map has; -1 without one. */
function mappedParent(item: PageItem, indexes: ReadonlyMap<PageItem, number>): number {
  for (let each = item.parent; each !== null; each = each.parent) {
    const index = indexes.get(each);
    if (index !== undefined) return index;
  }
  return -1;
}

/** Dependencies of `readElementMap` and `readFrameElements` beyond `sharedDependencies`. */
export const elementMapDependencies: readonly PageFunction[] = [
  ...formDependencies,
  ...frameDependencies,
  ...mappedDependencies,
  ...selectorDependencies,
  contentStart,
  mapDocument,
  mapFrames,
  mappedParent,
  openMap,
  readElementMap,
  readFrameElements,
  shownView,
];
