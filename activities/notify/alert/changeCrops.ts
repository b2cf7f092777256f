import type { AlignedBlock, Box } from "#schemas/diff.ts";
import type { RunFindings } from "#schemas/monitor/run.ts";

/** Pixels around the changed areas that are shown as well. */
const padding = 24;
/** Largest and smallest size of a crop, pixels. Areas that do not fit beside the largest one are left out. */
const maxSize = { width: 1_280, height: 900 };
const minSize = { width: 360, height: 160 };

type Size = { width: number; height: number };

/** The same part of both pictures, around the largest change and those near it. Null without a changed area. */
export function changeCrops(
  { regions, alignment }: Pick<RunFindings, "regions" | "alignment">,
  sizes: { before: Size; after: Size },
): { before: Box; after: Box } | null {
  const boxes = regions.map(({ status, ...box }) =>
    status === "removed" ? { ...box, y: rowIn(alignment, "before", box.y) } : box,
  );
  const [largest] = boxes;
  if (largest === undefined) return null;
  const part = boxes.reduce<Box>((shown, box) => joined(shown, box), edgesOf(largest));
  const padded = pad(part);
  const top = rowIn(alignment, "after", Math.max(0, padded.y));
  return { after: fit(padded, sizes.after), before: fit({ ...padded, y: top }, sizes.before) };
}

function edgesOf({ x, y, width, height }: Box): Box {
  return { x, y, width: Math.min(width, maxSize.width), height: Math.min(height, maxSize.height) };
}

/** Both boxes in one, or the first one if that would be too large. */
function joined(one: Box, other: Box): Box {
  const [x, y] = [Math.min(one.x, other.x), Math.min(one.y, other.y)];
  const width = Math.max(one.x + one.width, other.x + other.width) - x;
  const height = Math.max(one.y + one.height, other.y + other.height) - y;
  return width <= maxSize.width && height <= maxSize.height ? { x, y, width, height } : one;
}

function pad({ x, y, width, height }: Box): Box {
  const [padX, padY] = [
    Math.max(padding, Math.ceil((minSize.width - width) / 2)),
    Math.max(padding, Math.ceil((minSize.height - height) / 2)),
  ];
  return { x: x - padX, y: y - padY, width: width + 2 * padX, height: height + 2 * padY };
}

/** The box inside a picture: moved first, then cut. */
function fit(box: Box, size: Size): Box {
  const [width, height] = [Math.min(box.width, size.width), Math.min(box.height, size.height)];
  const x = Math.max(0, Math.min(box.x, size.width - width));
  const y = Math.max(0, Math.min(box.y, size.height - height));
  return { x, y, width, height };
}

/** The row of the other picture that belongs to a row of the picture `from`; without one, the last row before it. */
function rowIn(alignment: readonly AlignedBlock[] | undefined, from: "before" | "after", row: number): number {
  const to = from === "before" ? "after" : "before";
  let last = 0;
  for (const block of alignment ?? []) {
    const [start, other] = [block[from], block[to]];
    if (start !== null && row >= start && row < start + block.height) {
      return other === null ? last : other + row - start;
    }
    if (other !== null) last = other + block.height;
  }
  return alignment === undefined ? row : last;
}
