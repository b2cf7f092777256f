import { type Static, Type } from "typebox";
import { literals, nullable } from "../common.ts";

const ColorShare = Type.Number({ minimum: 0, maximum: 1 });
const Hex = Type.String({ pattern: "^#[0-9a-f]{6}$" });

/** A colour in one of its roles. */
export const PaletteColor = Type.Object({
  hex: Hex,
  role: literals(["background", "text", "border", "accent"]),
  share: Type.Number({
    minimum: 0,
    maximum: 1,
    description:
      "background: of the page's area (pictures make up the rest); text: of the visible characters; border: of the area of all borders; accent: of the links and buttons that have a colour of their own, by area.",
  }),
});
export type PaletteColor = Static<typeof PaletteColor>;

/** Text of one colour on one background. */
export const ContrastPair = Type.Object({
  text: Hex,
  background: Hex,
  ratio: Type.Number({ minimum: 1, maximum: 21, description: "Contrast ratio of WCAG 2.x, two decimals." }),
  large: Type.Boolean({ description: "At least 24 px, or 18.66 px in bold: WCAG asks less of it." }),
  level: literals(["AAA", "AA", "fail"]),
  share: ColorShare,
});
export type ContrastPair = Static<typeof ContrastPair>;

/** `colors`: what the page is painted with. */
export const Colors = Type.Object({
  palette: Type.Array(PaletteColor, { description: "By role, the largest share first." }),
  theme: literals(["light", "dark"]),
  contrast: Type.Object({
    lowest: nullable(Type.Number(), "The lowest ratio of any pair; null where no text could be measured."),
    passing: nullable(ColorShare, "Share of the measured characters that reach AA."),
    unmeasured: Type.Number({
      minimum: 0,
      maximum: 1,
      description: "Share of the visible characters that stand on pictures or gradients.",
    }),
    pairs: Type.Array(ContrastPair, { description: "The largest share first; shares are of the measured characters." }),
  }),
});
export type Colors = Static<typeof Colors>;
