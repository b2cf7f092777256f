import type { Box } from "#schemas/diff.ts";

/** Smallest side of an area, in pixels of the picture, so that it can still be seen and dragged. */
export const minSidePx = 8;

export type Point = { x: number; y: number };
type Size = { width: number; height: number };

/** The area between two corners, in whole pixels of a picture. */
export function areaBetween(one: Point, other: Point, picture: Size): Box {
  const left = clamp(Math.round(Math.min(one.x, other.x)), 0, picture.width - 1);
  const top = clamp(Math.round(Math.min(one.y, other.y)), 0, picture.height - 1);
  const right = clamp(Math.round(Math.max(one.x, other.x)), left + 1, picture.width);
  const bottom = clamp(Math.round(Math.max(one.y, other.y)), top + 1, picture.height);
  return { x: left, y: top, width: right - left, height: bottom - top };
}

/** The area moved by some pixels, but not out of the picture. */
export function moveArea(area: Box, by: Point, picture: Size): Box {
  return {
    ...area,
    x: clamp(Math.round(area.x + by.x), 0, Math.max(0, picture.width - area.width)),
    y: clamp(Math.round(area.y + by.y), 0, Math.max(0, picture.height - area.height)),
  };
}

/** The area with its lower right corner moved by some pixels, inside the picture. */
export function resizeArea(area: Box, by: Point, picture: Size): Box {
  return {
    ...area,
    width: clamp(Math.round(area.width + by.x), minSidePx, Math.max(minSidePx, picture.width - area.x)),
    height: clamp(Math.round(area.height + by.y), minSidePx, Math.max(minSidePx, picture.height - area.y)),
  };
}

/** The area, or the nearest place of its size to the right, else below, that covers no other area. Itself if all are taken. */
export function freeArea(area: Box, others: readonly Box[], picture: Size): Box {
  const gap = 16;
  const rows = Math.max(0, Math.floor((picture.height - area.y - area.height) / (area.height + gap)));
  const columns = Math.max(0, Math.floor((picture.width - area.width) / (area.width + gap)));
  for (let row = 0; row <= rows; row += 1) {
    for (let column = 0; column <= columns; column += 1) {
      // Steps begin at the area's own column, and go on at the left side.
      const right = area.x + column * (area.width + gap);
      const x = right + area.width <= picture.width ? right : right % (area.width + gap);
      const place = { ...area, x, y: area.y + row * (area.height + gap) };
      if (!others.some((other) => isOverlapping(place, other))) return place;
    }
  }
  return area;
}

function isOverlapping(one: Box, other: Box): boolean {
  return (
    one.x < other.x + other.width &&
    other.x < one.x + one.width &&
    one.y < other.y + other.height &&
    other.y < one.y + one.height
  );
}

function clamp(value: number, min: number, max: number): number {
  return Math.min(max, Math.max(min, value));
}

/** "320 × 40 px at 0, 20". */
export function describeArea({ x, y, width, height }: Box): string {
  return `${width} × ${height} px at ${x}, ${y}`;
}
