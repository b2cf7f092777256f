import type { PageFunction } from "./safeDom.ts";
import { areaOf, overlap, type PageItem, type Survey } from "./survey.ts";

/** What something stands on: paint over other ground. The first is the canvas of the page. */
export type GroundRead = {
  /** Place in the list of the ground beneath; null for the canvas. */
  beneath: number | null;
  /** Computed `background-color`. */
  color: string;
  /** Computed `background-image` where it is a gradient, else empty. */
  gradient: string;
  picture: boolean;
  /** Of the paint together with all that it is in. */
  opacity: number;
  /** What the outermost translucent element around it stands on; null where everything around it is opaque. */
  outside: number | null;
  /** Square pixels of it that nothing else covers. */
  area: number;
};

type Paint = Pick<GroundRead, "color" | "gradient" | "picture">;

/** What the page is painted with; the lists by item run parallel to those of the survey. */
export type Painting = {
  grounds: GroundRead[];
  known: Map<string, number>;
  groundOf: number[];
  outsideOf: (number | null)[];
  /** The item whose paint an item stands on; null for the canvas. */
  painterOf: (PageItem | null)[];
  /** The large ones. */
  pictures: PageItem[];
  cut: boolean;
};

/** Runs in the page: what every item stands on, and how much of each paint shows. */
export function paintPage(survey: Survey): Painting {
  const painting: Painting = {
    grounds: [],
    known: new Map(),
    groundOf: [],
    outsideOf: [],
    painterOf: [],
    pictures: [],
    cut: survey.cut,
  };
  const canvas = canvasPaint(survey);
  addGround(painting, { ...canvas.paint, beneath: null, opacity: 1, outside: null, area: areaOf(survey.page) });
  for (const item of survey.items) layGround(item, painting, item === canvas.from ? null : paintOf(item));
  // What lies over a ground without being in it was taken off too, so that more may seem covered than there is.
  for (const ground of painting.grounds) ground.area = Math.max(0, ground.area);
  return painting;
}

/** Runs in the page: what its canvas is painted with: the root's background, else the body's, else the browser's. */
function canvasPaint({ items }: Survey): { paint: Paint; from: PageItem | null } {
  const root = items[0] ?? null;
  const body = items.find(({ tag, parent }) => tag === "body" && parent === root) ?? null;
  for (const item of [root, body]) {
    const paint = item === null ? null : backgroundOf(item);
    if (paint !== null) return { paint, from: item };
  }
  const schemes = (root?.style?.colorScheme ?? "").split(" ");
  const wantsDark = matchMedia("(prefers-color-scheme: dark)").matches || !schemes.includes("light");
  // The colour of Chromium's canvas where a page says that it can be dark and brings no colour of its own.
  const color = schemes.includes("dark") && wantsDark ? "rgb(18, 18, 18)" : "rgb(255, 255, 255)";
  return { paint: { color, gradient: "", picture: false }, from: null };
}

/** Runs in the page: an element's own paint; null where what is behind it shows through. */
function paintOf(item: PageItem): Paint | null {
  if (item.style === null || item.boxless || !item.visible) return null;
  // One that did not load shows its words.
  const isBroken = item.element instanceof HTMLImageElement && item.element.naturalWidth === 0;
  if (!isBroken && /^(?:img|video|canvas|iframe|object|embed|svg)$/u.test(item.tag))
    return { color: "", gradient: "", picture: true };
  return backgroundOf(item);
}

/** Runs in the page: an element's background; null where it has none. */
function backgroundOf({ style }: PageItem): Paint | null {
  if (style === null) return null;
  const { backgroundColor, backgroundImage } = style;
  if (backgroundImage === "none")
    return isTransparent(backgroundColor) ? null : { color: backgroundColor, gradient: "", picture: false };
  if (!backgroundImage.includes("url("))
    return { color: backgroundColor, gradient: backgroundImage.slice(0, 2000), picture: false };
  // An icon in a corner covers little; a picture that is stretched or repeated, all.
  const fills = /cover|contain|%/u.test(style.backgroundSize) || !style.backgroundRepeat.includes("no-repeat");
  if (fills) return { color: "", gradient: "", picture: true };
  return isTransparent(backgroundColor) ? null : { color: backgroundColor, gradient: "", picture: false };
}

/** Runs in the page: whether a computed colour lets everything through. */
export function isTransparent(color: string): boolean {
  return /^rgba\(.*, 0\)$|\/ 0\)$/u.test(color);
}

/** Runs in the page: the place of a ground in the list of all, added where it is new. */
function addGround(painting: Painting, ground: GroundRead): number {
  const { grounds, known } = painting;
  const opacity = Math.round(ground.opacity * 100) / 100;
  const key = [ground.beneath, ground.color, ground.gradient, ground.picture, opacity, ground.outside].join("|");
  const place = known.get(key);
  const there = place === undefined ? undefined : grounds[place];
  if (place !== undefined && there !== undefined) {
    there.area += ground.area;
    return place;
  }
  if (grounds.length >= 2000) {
    painting.cut = true;
    return ground.beneath ?? 0;
  }
  known.set(key, grounds.length);
  return grounds.push({ ...ground, opacity }) - 1;
}

/** Runs in the page: notes what an item stands on, and takes what it covers from what is beneath it. */
function layGround(item: PageItem, painting: Painting, paint: Paint | null): void {
  const { index, parent, shown, opacity } = item;
  const beneath = parent === null ? 0 : (painting.groundOf[parent.index] ?? 0);
  const painter = parent === null ? null : (painting.painterOf[parent.index] ?? null);
  const around = parent === null ? null : (painting.outsideOf[parent.index] ?? null);
  const outside = around === null && opacity < 1 ? beneath : around;
  painting.groundOf[index] = beneath;
  painting.outsideOf[index] = outside;
  painting.painterOf[index] = painter;
  if (paint === null) return;
  const area = areaOf(shown);
  coverGrounds(item, painter, painting);
  painting.groundOf[index] = addGround(painting, { ...paint, beneath, opacity, outside, area });
  painting.painterOf[index] = item;
  if (paint.picture && area >= 10_000 && painting.pictures.length < 200) painting.pictures.push(item);
}

/** Runs in the page: takes an item's area off what it covers: what it is in, and beyond that what that is in. */
function coverGrounds(item: PageItem, painter: PageItem | null, painting: Painting): void {
  let left = areaOf(item.shown);
  let at = painter;
  for (let steps = 0; left > 0 && steps < 20; steps += 1) {
    // What hangs out of its container, as a menu out of its bar, covers what is behind that.
    const covered = at === null ? left : Math.min(left, areaOf(overlap(item.shown, at.shown)));
    const ground = painting.grounds[at === null ? 0 : (painting.groundOf[at.index] ?? 0)];
    if (ground !== undefined) ground.area -= covered;
    left -= covered;
    if (at === null) return;
    at = at.parent === null ? null : (painting.painterOf[at.parent.index] ?? null);
  }
}

/** Runs in the page: whether an item's words lie on a picture that they are not in, as on the photograph behind a slogan. */
export function isOverPicture(item: PageItem, { pictures, painterOf }: Painting): boolean {
  const { left, top, right, bottom } = item.shown;
  const center = { x: (left + right) / 2, y: (top + bottom) / 2 };
  const painter = painterOf[item.index]?.index ?? -1;
  return pictures.some(({ shown, index, parent }) => {
    const holds =
      shown.left <= center.x && center.x <= shown.right && shown.top <= center.y && center.y <= shown.bottom;
    if (!holds || index < painter || index === item.index) return false;
    let around = parent;
    for (let steps = 0; around !== null && around !== item && steps < 200; steps += 1) around = around.parent;
    // A picture among the words is not behind them.
    return around !== item;
  });
}

/** What `paintPage` and `isOverPicture` use. */
export const paintingParts: readonly PageFunction[] = [
  addGround,
  backgroundOf,
  canvasPaint,
  coverGrounds,
  isOverPicture,
  isTransparent,
  layGround,
  paintOf,
  paintPage,
];
