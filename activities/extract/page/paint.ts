import type { PageFunction } from "./safeDom.ts";
import { areaOf, intersect, type PageItem, type Survey } from "./survey.ts";

/** A painted layer: the background of one or more elements. The first layer is the page's canvas. */
export type LayerRead = {
  /** Index of the layer below; null for the canvas. */
  below: number | null;
  /** Computed `background-color`. */
  color: string;
  /** Computed `background-image` if it is a gradient, else empty. */
  gradient: string;
  picture: boolean;
  /** The product of the opacities of the element and all its ancestors. */
  opacity: number;
  /** Index of the layer behind the outermost translucent ancestor; null if all ancestors are opaque. */
  groupBackdrop: number | null;
  /** Square pixels that no other layer covers. */
  area: number;
};

type Paint = Pick<LayerRead, "color" | "gradient" | "picture">;

/** All painted layers. Lists ending in `Of` are parallel to `Survey.items`. */
export type Painting = {
  layers: LayerRead[];
  layerByKey: Map<string, number>;
  layerOf: number[];
  groupBackdropOf: (number | null)[];
  /** The item that paints the backdrop of an item; null for the canvas. */
  painterOf: (PageItem | null)[];
  /** Large pictures. */
  pictures: PageItem[];
  cut: boolean;
};

/** Runs in the page. Finds the layer behind every item, and the visible area of each layer. */
export function paintPage(survey: Survey): Painting {
  const painting: Painting = {
    layers: [],
    layerByKey: new Map(),
    layerOf: [],
    groupBackdropOf: [],
    painterOf: [],
    pictures: [],
    cut: survey.cut,
  };
  const canvas = canvasPaint(survey);
  addLayer(painting, { ...canvas.paint, below: null, opacity: 1, groupBackdrop: null, area: areaOf(survey.page) });
  for (const item of survey.items) recordLayer(item, painting, item === canvas.from ? null : paintOf(item));
  // An element may overlap a layer without being inside it. Its area was subtracted too, so the rest can be below 0.
  for (const layer of painting.layers) layer.area = Math.max(0, layer.area);
  return painting;
}

/** The canvas color: the root's background, else the body's, else the browser's. */
function canvasPaint({ items }: Survey): { paint: Paint; from: PageItem | null } {
  const root = items[0] ?? null;
  const body = items.find(({ tag, parent }) => tag === "body" && parent === root) ?? null;
  for (const item of [root, body]) {
    const paint = item === null ? null : backgroundOf(item);
    if (paint !== null) return { paint, from: item };
  }
  const schemes = (root?.style?.colorScheme ?? "").split(" ");
  const prefersDark = matchMedia("(prefers-color-scheme: dark)").matches || !schemes.includes("light");
  // Chromium's canvas color if the page supports a dark scheme and sets no background.
  const color = schemes.includes("dark") && prefersDark ? "rgb(18, 18, 18)" : "rgb(255, 255, 255)";
  return { paint: { color, gradient: "", picture: false }, from: null };
}

/** An element's own paint; null if it shows what is behind it. */
function paintOf(item: PageItem): Paint | null {
  if (item.style === null || item.boxless || !item.visible) return null;
  // An image that did not load shows its alternative text.
  const isBroken = item.element instanceof HTMLImageElement && item.element.naturalWidth === 0;
  if (!isBroken && /^(?:img|video|canvas|iframe|object|embed|svg)$/u.test(item.tag))
    return { color: "", gradient: "", picture: true };
  return backgroundOf(item);
}

/** An element's background; null without one. */
function backgroundOf({ style }: PageItem): Paint | null {
  if (style === null) return null;
  const { backgroundColor, backgroundImage } = style;
  if (backgroundImage === "none")
    return isTransparent(backgroundColor) ? null : { color: backgroundColor, gradient: "", picture: false };
  if (!backgroundImage.includes("url("))
    return { color: backgroundColor, gradient: backgroundImage.slice(0, 2000), picture: false };
  // An icon covers little. A stretched or repeated picture covers the whole box.
  const isFilling = /cover|contain|%/u.test(style.backgroundSize) || !style.backgroundRepeat.includes("no-repeat");
  if (isFilling) return { color: "", gradient: "", picture: true };
  return isTransparent(backgroundColor) ? null : { color: backgroundColor, gradient: "", picture: false };
}

/** Whether a computed color is fully transparent. */
export function isTransparent(color: string): boolean {
  return /^rgba\(.*, 0\)$|\/ 0\)$/u.test(color);
}

/** The index of a layer. Equal layers are merged. */
function addLayer(painting: Painting, layer: LayerRead): number {
  const { layers, layerByKey } = painting;
  const opacity = Math.round(layer.opacity * 100) / 100;
  const key = [layer.below, layer.color, layer.gradient, layer.picture, opacity, layer.groupBackdrop].join("|");
  const index = layerByKey.get(key);
  const existing = index === undefined ? undefined : layers[index];
  if (index !== undefined && existing !== undefined) {
    existing.area += layer.area;
    return index;
  }
  if (layers.length >= 2000) {
    painting.cut = true;
    return layer.below ?? 0;
  }
  layerByKey.set(key, layers.length);
  return layers.push({ ...layer, opacity }) - 1;
}

/** Records the layer behind an item, and subtracts the item's area from the layers it covers. */
function recordLayer(item: PageItem, painting: Painting, paint: Paint | null): void {
  const { index, parent, shownArea, opacity } = item;
  const below = parent === null ? 0 : (painting.layerOf[parent.index] ?? 0);
  const painter = parent === null ? null : (painting.painterOf[parent.index] ?? null);
  const parentBackdrop = parent === null ? null : (painting.groupBackdropOf[parent.index] ?? null);
  const groupBackdrop = parentBackdrop === null && opacity < 1 ? below : parentBackdrop;
  painting.layerOf[index] = below;
  painting.groupBackdropOf[index] = groupBackdrop;
  painting.painterOf[index] = painter;
  if (paint === null) return;
  const area = areaOf(shownArea);
  subtractCovered(item, painter, painting);
  painting.layerOf[index] = addLayer(painting, { ...paint, below, opacity, groupBackdrop, area });
  painting.painterOf[index] = item;
  if (paint.picture && area >= 10_000 && painting.pictures.length < 200) painting.pictures.push(item);
}

/** Subtracts an item's area from the layers of its ancestors that it covers. */
function subtractCovered(item: PageItem, painter: PageItem | null, painting: Painting): void {
  let uncovered = areaOf(item.shownArea);
  let covering = painter;
  for (let steps = 0; uncovered > 0 && steps < 20; steps += 1) {
    // A menu that hangs out of its bar covers what is behind the bar.
    const covered =
      covering === null ? uncovered : Math.min(uncovered, areaOf(intersect(item.shownArea, covering.shownArea)));
    const layer = painting.layers[covering === null ? 0 : (painting.layerOf[covering.index] ?? 0)];
    if (layer !== undefined) layer.area -= covered;
    uncovered -= covered;
    if (covering === null) return;
    covering = covering.parent === null ? null : (painting.painterOf[covering.parent.index] ?? null);
  }
}

/** Whether an item's text is on a picture that is not its ancestor, such as a photograph behind a slogan. */
export function isOverPicture(item: PageItem, { pictures, painterOf }: Painting): boolean {
  const { left, top, right, bottom } = item.shownArea;
  const center = { x: (left + right) / 2, y: (top + bottom) / 2 };
  const painter = painterOf[item.index]?.index ?? -1;
  return pictures.some(({ shownArea, index, parent }) => {
    const containsCenter =
      shownArea.left <= center.x &&
      center.x <= shownArea.right &&
      shownArea.top <= center.y &&
      center.y <= shownArea.bottom;
    if (!containsCenter || index < painter || index === item.index) return false;
    let ancestor = parent;
    for (let steps = 0; ancestor !== null && ancestor !== item && steps < 200; steps += 1) ancestor = ancestor.parent;
    // A picture inside the text is not behind it.
    return ancestor !== item;
  });
}

/** Dependencies of `paintPage` and `isOverPicture`. */
export const paintDependencies: readonly PageFunction[] = [
  addLayer,
  backgroundOf,
  canvasPaint,
  subtractCovered,
  isOverPicture,
  isTransparent,
  recordLayer,
  paintOf,
  paintPage,
];
