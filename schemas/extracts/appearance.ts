import { type Static, Type } from "typebox";
import { literals, nullable } from "../common.ts";

/** The family that text was drawn in on the capturing machine. */
const RenderedWith = nullable(
  Type.String(),
  "The family that drew its text here. Null if unknown or if no text asks for the family.",
);

const ColorShare = Type.Number({ minimum: 0, maximum: 1 });
const Hex = Type.String({ pattern: "^#[0-9a-f]{6}$" });

/** A color in one of its roles. */
export const PaletteColor = Type.Object({
  hex: Hex,
  role: literals(["background", "text", "border", "accent"]),
  share: Type.Number({
    minimum: 0,
    maximum: 1,
    description:
      "background: share of the page's area (pictures are the rest); text: share of the visible characters; border: share of the area of all borders; accent: share of the area of links and buttons with their own color.",
  }),
});
export type PaletteColor = Static<typeof PaletteColor>;

/** Text of one color on one background. */
export const ContrastPair = Type.Object({
  text: Hex,
  background: Hex,
  ratio: Type.Number({ minimum: 1, maximum: 21, description: "Contrast ratio of WCAG 2.x, two decimals." }),
  large: Type.Boolean({ description: "At least 24 px, or 18.66 px in bold. WCAG requires less contrast then." }),
  level: literals(["AAA", "AA", "fail"]),
  share: ColorShare,
});
export type ContrastPair = Static<typeof ContrastPair>;

/** `colors`: the page's colors. */
export const Colors = Type.Object({
  palette: Type.Array(PaletteColor, { description: "By role, the largest share first." }),
  theme: literals(["light", "dark"]),
  contrast: Type.Object({
    lowest: nullable(Type.Number(), "The lowest ratio of any pair; null where no text could be measured."),
    passing: nullable(ColorShare, "Share of the measured characters that reach AA."),
    unmeasured: Type.Number({
      minimum: 0,
      maximum: 1,
      description: "Share of the visible characters on pictures or gradients.",
    }),
    pairs: Type.Array(ContrastPair, { description: "The largest share first; shares are of the measured characters." }),
  }),
});
export type Colors = Static<typeof Colors>;

const NullableString = nullable(Type.String());
const Count = Type.Integer({ minimum: 0, description: "Number of elements." });
const Share = Type.Number({ minimum: 0, maximum: 1, description: "Share of the visible characters." });
const Family = Type.String({ description: "The family that the page asks for first, whether or not it is here." });
const Pixels = Type.Number({ description: "CSS pixels." });

/** A color by its purpose. */
export const ColorToken = Type.Object({
  role: literals(["background", "surface", "text", "mutedText", "border", "primary", "secondary", "link"]),
  hex: Type.String({ pattern: "^#[0-9a-f]{6}$" }),
  variable: nullable(Type.String(), "A custom property of the root that has this value."),
});
export type ColorToken = Static<typeof ColorToken>;

/** Text style of a kind of element. */
export const TextStyle = Type.Object({
  element: literals(["body", "h1", "h2", "h3", "h4", "h5", "h6"]),
  family: Family,
  renderedWith: RenderedWith,
  size: Pixels,
  weight: Type.Integer(),
  lineHeight: nullable(Type.Number(), "Multiple of the font size. Null for `normal`."),
  color: Type.String(),
});
export type TextStyle = Static<typeof TextStyle>;

/** Families, sizes, weights and line heights of the text. */
export const Typography = Type.Object({
  families: Type.Array(
    Type.Object({
      family: Family,
      renderedWith: RenderedWith,
      role: literals(["body", "heading", "code", "other"]),
      share: Share,
    }),
  ),
  scale: Type.Array(Type.Object({ size: Pixels, share: Share }), { description: "Smallest first." }),
  weights: Type.Array(Type.Object({ weight: Type.Integer(), share: Share })),
  lineHeights: Type.Array(
    Type.Object({ ratio: nullable(Type.Number(), "Multiple of the font size. Null for `normal`."), share: Share }),
  ),
  styles: Type.Array(TextStyle),
});
export type Typography = Static<typeof Typography>;

/** One style of a button, a text field or a card. Colors are `#rrggbb`, with two more digits if translucent. */
export const ComponentStyle = Type.Object({
  count: Count,
  sample: nullable(Type.String(), "Words of the first that looks so."),
  background: nullable(Type.String(), "Null where it has none of its own."),
  color: Type.String(),
  border: nullable(Type.String(), "Width, style and color of its top border."),
  radius: Type.String(),
  padding: Type.String(),
  shadow: NullableString,
  fontFamily: Family,
  renderedWith: RenderedWith,
  fontSize: Pixels,
  fontWeight: Type.Integer(),
});
export type ComponentStyle = Static<typeof ComponentStyle>;

export const Counted = Type.Object({ value: Type.String(), count: Count });
const Looks = Type.Array(ComponentStyle, { description: "Most frequent first." });

/** `design`: the page's design tokens. */
export const Design = Type.Object({
  colors: Type.Array(ColorToken),
  typography: Typography,
  spacing: Type.Object({
    base: nullable(Type.Integer(), "CSS pixels that most distances are a multiple of."),
    scale: Type.Array(Type.Object({ value: Pixels, count: Count }), { description: "Smallest first." }),
  }),
  radii: Type.Array(Counted),
  shadows: Type.Array(Counted),
  breakpoints: Type.Array(
    Type.Object({
      width: Pixels,
      bound: literals(["min", "max"]),
      count: Type.Integer({ description: "Number of rules." }),
    }),
    { description: "Widths that media queries ask for, smallest first." },
  ),
  cssVariables: Type.Array(
    Type.Object({
      name: Type.String(),
      value: Type.String(),
      selector: nullable(Type.String(), "Null for those of the root."),
    }),
  ),
  components: Type.Object({ buttons: Looks, inputs: Looks, cards: Looks }),
  motion: Type.Object({
    durations: Type.Array(Type.Object({ milliseconds: Type.Number(), count: Count })),
    easings: Type.Array(Counted),
    animations: Type.Array(Counted, { description: "Names of the animations that elements use." }),
    keyframes: Type.Array(Type.String(), { description: "Names of the animations that are declared." }),
    reducedMotion: Type.Boolean({ description: "Whether a rule asks for `prefers-reduced-motion`." }),
  }),
  stylesheets: Type.Object({
    read: Count,
    skipped: Type.Integer({ minimum: 0, description: "Style sheets of other origins, which scripts cannot read." }),
  }),
});
export type Design = Static<typeof Design>;

/** One entry of `fonts`: a family that the page declares or that its text asks for first. */
export const Font = Type.Object({
  family: Type.String({
    description: "The family that the page asks for, whether or not it is here. Generic families are named as such.",
  }),
  renderedWith: RenderedWith,
  weights: Type.Array(Type.Integer(), {
    description: "Weights of its declared faces, with both ends of a range. Without faces, the weights in use.",
  }),
  styles: Type.Array(Type.String()),
  sources: Type.Array(
    Type.Object({ url: Type.String(), format: nullable(Type.String(), "`woff2`; null where nothing says so.") }),
  ),
  loaded: Type.Boolean({ description: "Whether text can be drawn in it: a face is loaded, or it is installed." }),
  usedBy: Type.Number({
    minimum: 0,
    maximum: 1,
    description: "Share of the visible characters that ask for it first.",
  }),
});
export type Font = Static<typeof Font>;
