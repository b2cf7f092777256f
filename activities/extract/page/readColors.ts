import { isControl, lookDependencies } from "./looks.ts";
import { type LayerRead, isOverPicture, isTransparent, type Painting, paintDependencies, paintPage } from "./paint.ts";
import type { PageFunction } from "./safeDom.ts";
import { areaOf, type PageItem, type Survey } from "./survey.ts";

/** Text of one look. `layer` is null on a picture. */
export type TextRead = {
  color: string;
  opacity: number;
  layer: number | null;
  large: boolean;
  characters: number;
};
/** Borders of one color. */
type BorderRead = { color: string; layer: number; area: number };
/** Links and buttons of one look. `layer` and `border` are their own; null without one. */
export type ControlRead = {
  kind: "link" | "button";
  layer: number | null;
  border: string | null;
  text: string;
  layerBelow: number;
  area: number;
};

/** The page's data for `colors`. Layers are referred to by index. */
export type ColorsRead = {
  area: number;
  layers: LayerRead[];
  texts: TextRead[];
  borders: BorderRead[];
  controls: ControlRead[];
  cut: string[];
};

/** Counts that are collected while the items are visited. */
type ColorWalk = {
  painting: Painting;
  texts: Map<string, TextRead>;
  borders: Map<string, BorderRead>;
  controls: Map<string, ControlRead>;
};

/** Runs in the page. Reads its colors and the amount of each. */
export function readColors(survey: Survey): ColorsRead {
  const painting = paintPage(survey);
  const walk: ColorWalk = { painting, texts: new Map(), borders: new Map(), controls: new Map() };
  /** For each item, the link or button around it. */
  const controlOf: (PageItem | null)[] = [];
  const ink = new Map<PageItem, number>();
  for (const item of survey.items) {
    const control = isControl(item) ? item : item.parent === null ? null : (controlOf[item.parent.index] ?? null);
    controlOf[item.index] = control;
    countText(item, walk);
    countBorder(item, walk);
    if (control !== null) ink.set(control, (ink.get(control) ?? 0) + inkArea(item));
  }
  for (const [control, area] of ink) countControl(control, area, walk);
  return {
    area: areaOf(survey.page),
    layers: painting.layers,
    texts: [...walk.texts.values()],
    borders: [...walk.borders.values()],
    controls: [...walk.controls.values()],
    cut: painting.cut ? ["colors"] : [],
  };
}

/** Adds an item's own text to the count of its look. */
function countText(item: PageItem, { painting, texts }: ColorWalk): void {
  const { style, visible, characters } = item;
  if (style === null || !visible || characters === 0) return;
  const size = Number.parseFloat(style.fontSize);
  // WCAG 2.x calls text large from 18 points, or 14 points in bold.
  const isLarge = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
  const opacity = Math.round(item.opacity * 100) / 100;
  const layer = isOverPicture(item, painting) ? null : (painting.layerOf[item.index] ?? 0);
  const key = `${style.color}|${opacity}|${layer}|${isLarge}`;
  const existing = texts.get(key);
  if (existing !== undefined) existing.characters += characters;
  else if (texts.size < 2000) texts.set(key, { color: style.color, opacity, layer, large: isLarge, characters });
  else painting.cut = true;
}

/** Adds an item's borders to the areas of their colors. */
function countBorder(item: PageItem, { painting, borders }: ColorWalk): void {
  const { style, visible, shownArea, parent } = item;
  if (style === null || !visible || style.borderWidth === "0px") return;
  const sides = [
    { width: style.borderTopWidth, color: style.borderTopColor, length: shownArea.right - shownArea.left },
    { width: style.borderRightWidth, color: style.borderRightColor, length: shownArea.bottom - shownArea.top },
    { width: style.borderBottomWidth, color: style.borderBottomColor, length: shownArea.right - shownArea.left },
    { width: style.borderLeftWidth, color: style.borderLeftColor, length: shownArea.bottom - shownArea.top },
  ];
  const layer = parent === null ? 0 : (painting.layerOf[parent.index] ?? 0);
  for (const { width, color, length } of sides) {
    const area = Number.parseFloat(width) * length;
    if (area === 0 || isTransparent(color)) continue;
    const key = `${color}|${layer}`;
    const existing = borders.get(key);
    if (existing !== undefined) existing.area += area;
    else if (borders.size < 1000) borders.set(key, { color, layer, area });
    else painting.cut = true;
  }
}

/** Approximate square pixels of an item's own text. Boxes are not used: they depend on the installed fonts. */
function inkArea({ style, visible, characters }: PageItem): number {
  return style === null || !visible ? 0 : (characters * Number.parseFloat(style.fontSize) ** 2) / 2;
}

/** Adds a link or button to the areas of its look. */
function countControl(item: PageItem, ink: number, { painting, controls }: ColorWalk): void {
  const { style, visible, parent, shownArea } = item;
  if (style === null || !visible) return;
  const isPainted = painting.painterOf[item.index] === item;
  const layer = isPainted ? (painting.layerOf[item.index] ?? null) : null;
  const isFramed = Number.parseFloat(style.borderTopWidth) > 0 && !isTransparent(style.borderTopColor);
  const border = isFramed ? style.borderTopColor : null;
  const layerBelow = parent === null ? 0 : (painting.layerOf[parent.index] ?? 0);
  const area = layer === null && border === null ? ink : areaOf(shownArea);
  const kind = item.tag === "a" && layer === null && border === null ? "link" : "button";
  const key = [kind, layer, border, style.color, layerBelow].join("|");
  const existing = controls.get(key);
  if (existing !== undefined) existing.area += area;
  else if (controls.size < 1000) controls.set(key, { kind, layer, border, text: style.color, layerBelow, area });
  else painting.cut = true;
}

/** Dependencies of `readColors` beyond `sharedDependencies`. */
export const colorDependencies: readonly PageFunction[] = [
  ...lookDependencies,
  ...paintDependencies,
  inkArea,
  countBorder,
  countControl,
  countText,
  readColors,
];
