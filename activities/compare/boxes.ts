import type { Box } from "#schemas/diff.ts";

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
