import { Type } from "typebox";
import { keysOf, literals } from "#schemas/common.ts";

/** Ways to bring a picture into a box of width and height. */
const fits = ["contain", "cover", "pad"] as const;
/** The share of the spare columns or rows that is left and above. */
const positions = {
  center: { left: 0.5, top: 0.5 },
  top: { left: 0.5, top: 0 },
  bottom: { left: 0.5, top: 1 },
  left: { left: 0, top: 0.5 },
  right: { left: 1, top: 0.5 },
} as const;

/** Maximum side of a scaled picture, in pixels. */
export const maxScaledPx = 4096;

/** Query of a fitted picture, beside `width`. */
export const fitQuery = {
  height: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: maxScaledPx,
      description: "Scales a picture down to this height in pixels. With `width`, `fit` says how both hold.",
    }),
  ),
  fit: Type.Optional(
    literals(fits, {
      description:
        "How a picture comes into `width` × `height`: `contain` keeps all of it and may be smaller (default), `cover` cuts what is outside, `pad` adds white around it. No picture is enlarged.",
    }),
  ),
  position: Type.Optional(
    literals(keysOf(positions), {
      description: "The part that `cover` keeps, or the place of the picture in `pad`. Default: center.",
    }),
  ),
};

/** The values of `fitQuery`. */
export type FitQuery = { height?: number; fit?: (typeof fits)[number]; position?: keyof typeof positions };

type Size = { width: number; height: number };

/** A scaled picture, the part to keep of it, and the white around that part, all in pixels. */
export type Fitted = {
  scaled: Size;
  part: Size & { left: number; top: number };
  border: { left: number; right: number; top: number; bottom: number };
};

const noBorder = { left: 0, right: 0, top: 0, bottom: 0 };

/** The place of a picture in the box of a query. A missing side follows from the picture. */
export function fitInto(picture: Size, query: FitQuery & { width?: number }): Fitted {
  const { width = picture.width, height = picture.height, fit = "contain", position = "center" } = query;
  const box = fit === "pad" ? { width, height } : smaller({ width, height }, picture);
  const scales = [box.width / picture.width, box.height / picture.height];
  const scale = Math.min(1, fit === "cover" ? Math.max(...scales) : Math.min(...scales));
  const scaled = { width: rounded(picture.width * scale), height: rounded(picture.height * scale) };
  const part = smaller(box, scaled);
  const share = positions[position];
  const left = Math.round((scaled.width - part.width) * share.left);
  const top = Math.round((scaled.height - part.height) * share.top);
  return { scaled, part: { ...part, left, top }, border: fit === "pad" ? borderOf(box, part, share) : noBorder };
}

function borderOf(box: Size, part: Size, share: { left: number; top: number }): Fitted["border"] {
  const [columns, rows] = [box.width - part.width, box.height - part.height];
  const [left, top] = [Math.round(columns * share.left), Math.round(rows * share.top)];
  return { left, right: columns - left, top, bottom: rows - top };
}

function smaller(one: Size, other: Size): Size {
  return { width: Math.min(one.width, other.width), height: Math.min(one.height, other.height) };
}

function rounded(pixels: number): number {
  return Math.max(1, Math.round(pixels));
}
