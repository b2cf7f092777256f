import { isControl, judgingLooks } from "./looks.ts";
import { type GroundRead, isOverPicture, isTransparent, type Painting, paintingParts, paintPage } from "./paint.ts";
import type { PageFunction } from "./safeDom.ts";
import { areaOf, type PageItem, type Survey } from "./survey.ts";

/** Text of one look; its ground is null where it stands on a picture. */
export type TextRead = {
  color: string;
  opacity: number;
  ground: number | null;
  large: boolean;
  characters: number;
};
/** Borders of one colour. */
type BorderRead = { color: string; ground: number; area: number };
/** Links and buttons of one look: the ground and the border that are their own, and their text. */
export type ControlRead = {
  kind: "link" | "button";
  ground: number | null;
  border: string | null;
  text: string;
  beneath: number;
  area: number;
};

/** What the page gives for `colors`; grounds are named by their place in the list. */
export type ColorsRead = {
  area: number;
  grounds: GroundRead[];
  texts: TextRead[];
  borders: BorderRead[];
  controls: ControlRead[];
  cut: string[];
};

/** What is found while the items are walked. */
type ColorWalk = {
  painting: Painting;
  texts: Map<string, TextRead>;
  borders: Map<string, BorderRead>;
  controls: Map<string, ControlRead>;
};

/** Runs in the page: its colours and how much there is of each. */
export function readColors(survey: Survey): ColorsRead {
  const painting = paintPage(survey);
  const walk: ColorWalk = { painting, texts: new Map(), borders: new Map(), controls: new Map() };
  /** The link or button that each item is in, and the square pixels that the words in each take. */
  const controlOf: (PageItem | null)[] = [];
  const ink = new Map<PageItem, number>();
  for (const item of survey.items) {
    const control = isControl(item) ? item : item.parent === null ? null : (controlOf[item.parent.index] ?? null);
    controlOf[item.index] = control;
    noteText(item, walk);
    noteBorder(item, walk);
    if (control !== null) ink.set(control, (ink.get(control) ?? 0) + inkOf(item));
  }
  for (const [control, area] of ink) noteControl(control, area, walk);
  return {
    area: areaOf(survey.page),
    grounds: painting.grounds,
    texts: [...walk.texts.values()],
    borders: [...walk.borders.values()],
    controls: [...walk.controls.values()],
    cut: painting.cut ? ["colors"] : [],
  };
}

/** Runs in the page: counts the words right in an item by how they look. */
function noteText(item: PageItem, { painting, texts }: ColorWalk): void {
  const { style, visible, characters } = item;
  if (style === null || !visible || characters === 0) return;
  const size = Number.parseFloat(style.fontSize);
  // WCAG 2.x: 18 points, or 14 points in bold.
  const large = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
  const opacity = Math.round(item.opacity * 100) / 100;
  const ground = isOverPicture(item, painting) ? null : (painting.groundOf[item.index] ?? 0);
  const key = `${style.color}|${opacity}|${ground}|${large}`;
  const known = texts.get(key);
  if (known !== undefined) known.characters += characters;
  else if (texts.size < 2000) texts.set(key, { color: style.color, opacity, ground, large, characters });
  else painting.cut = true;
}

/** Runs in the page: counts the borders of an item by their colour. */
function noteBorder(item: PageItem, { painting, borders }: ColorWalk): void {
  const { style, visible, shown, parent } = item;
  if (style === null || !visible || style.borderWidth === "0px") return;
  const sides = [
    { width: style.borderTopWidth, color: style.borderTopColor, length: shown.right - shown.left },
    { width: style.borderRightWidth, color: style.borderRightColor, length: shown.bottom - shown.top },
    { width: style.borderBottomWidth, color: style.borderBottomColor, length: shown.right - shown.left },
    { width: style.borderLeftWidth, color: style.borderLeftColor, length: shown.bottom - shown.top },
  ];
  const ground = parent === null ? 0 : (painting.groundOf[parent.index] ?? 0);
  for (const { width, color, length } of sides) {
    const area = Number.parseFloat(width) * length;
    if (area === 0 || isTransparent(color)) continue;
    const key = `${color}|${ground}`;
    const known = borders.get(key);
    if (known !== undefined) known.area += area;
    else if (borders.size < 1000) borders.set(key, { color, ground, area });
    else painting.cut = true;
  }
}

/** Runs in the page: about the square pixels that the words right in an item take; boxes depend on the font at hand. */
function inkOf({ style, visible, characters }: PageItem): number {
  return style === null || !visible ? 0 : (characters * Number.parseFloat(style.fontSize) ** 2) / 2;
}

/** Runs in the page: counts a link or button by its colours. */
function noteControl(item: PageItem, ink: number, { painting, controls }: ColorWalk): void {
  const { style, visible, parent, shown } = item;
  if (style === null || !visible) return;
  const isPainted = painting.painterOf[item.index] === item;
  const ground = isPainted ? (painting.groundOf[item.index] ?? null) : null;
  const isFramed = Number.parseFloat(style.borderTopWidth) > 0 && !isTransparent(style.borderTopColor);
  const border = isFramed ? style.borderTopColor : null;
  const beneath = parent === null ? 0 : (painting.groundOf[parent.index] ?? 0);
  const area = ground === null && border === null ? ink : areaOf(shown);
  const kind = item.tag === "a" && ground === null && border === null ? "link" : "button";
  const key = [kind, ground, border, style.color, beneath].join("|");
  const known = controls.get(key);
  if (known !== undefined) known.area += area;
  else if (controls.size < 1000) controls.set(key, { kind, ground, border, text: style.color, beneath, area });
  else painting.cut = true;
}

/** `readColors` and what it uses beyond `sharing`. */
export const readingColors: readonly PageFunction[] = [
  ...judgingLooks,
  ...paintingParts,
  inkOf,
  noteBorder,
  noteControl,
  noteText,
  readColors,
];
