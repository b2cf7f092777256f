import { type CssNode, parse, walk } from "css-tree";
import type { GroundRead } from "../page/paint.ts";
import { alphaOf, faded, over, type Paint, paintFrom } from "./mix.ts";

/** The colours of a ground: one, or those of a gradient; null where it is a picture. */
export type GroundPaint = Paint[] | null;

/** What is known of a ground: its colours on the screen, and those inside the translucent element that it is in. */
export type Ground = { shown: GroundPaint; inside: GroundPaint; outside: number | null; opacity: number };

const white: Paint = { mode: "rgb", r: 1, g: 1, b: 1 };
const nothing: Paint = { mode: "rgb", r: 0, g: 0, b: 0, alpha: 0 };
const maxColors = 16;

/** Works out what each ground looks like. Each lies on one earlier in the list. */
export function resolveGrounds(reads: readonly GroundRead[]): Ground[] {
  const grounds: Ground[] = [];
  for (const read of reads) grounds.push(resolve(read, reads, grounds));
  return grounds;
}

function resolve(read: GroundRead, reads: readonly GroundRead[], grounds: readonly Ground[]): Ground {
  const { beneath, outside, opacity } = read;
  const below = beneath === null ? null : (grounds[beneath] ?? null);
  const belowRead = beneath === null ? null : (reads[beneath] ?? null);
  const isOpaqueAround = outside === null;
  // Inside a translucent element paint lies on paint as if it were opaque; the whole is then faded at once.
  const isInSame = belowRead !== null && belowRead.outside === outside;
  const base = below === null ? [white] : isOpaqueAround ? below.shown : isInSame ? below.inside : [nothing];
  const relative = !isOpaqueAround && isInSame && belowRead.opacity > 0 ? opacity / belowRead.opacity : 1;
  const whole = isOpaqueAround ? 1 : isInSame && below !== null ? below.opacity : opacity;
  const own = read.picture ? null : layersOf(read).map((layer) => faded(layer, relative));
  const inside = layered(own, base);
  const shown = isOpaqueAround
    ? inside
    : layered(inside?.map((paint) => faded(paint, whole)) ?? null, grounds[outside]?.shown ?? null);
  return { shown, inside, outside, opacity: whole };
}

/** The colours on top over those beneath: each over each, where the top lets something through. */
export function layered(top: GroundPaint, bottom: GroundPaint): GroundPaint {
  if (top === null) return null;
  if (top.every((paint) => alphaOf(paint) >= 1)) return top;
  if (bottom === null) return null;
  return top.flatMap((paint) => bottom.map((beneath) => over(paint, beneath))).slice(0, maxColors);
}

/** A ground's own colours from its computed background. */
function layersOf({ color, gradient }: GroundRead): Paint[] {
  const plain = paintFrom(color) ?? nothing;
  const stops = gradient === "" ? [] : colorsIn(gradient);
  return stops.length === 0 ? [plain] : stops.map((stop) => over(stop, plain));
}

/** The colours that stand in a CSS value. */
function colorsIn(value: string): Paint[] {
  const found: Paint[] = [];
  const take = (node: CssNode, text: string) => {
    const paint = isColorNode(node) ? paintFrom(text) : null;
    if (paint !== null && found.length < maxColors) found.push(paint);
  };
  const tree = parse(value, { context: "value", positions: true, onParseError: () => undefined });
  walk(tree, (node) => take(node, value.slice(node.loc?.start.offset ?? 0, node.loc?.end.offset ?? 0)));
  return found;
}

/** Computed values hold colours as functions alone. */
function isColorNode(node: CssNode): boolean {
  return node.type === "Function" && /^(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch|color)$/iu.test(node.name);
}
