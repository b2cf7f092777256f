import { type Static, Type } from "typebox";
import { nullable } from "../common.ts";

/** One entry of `fonts`: a family that the page declares or that its text is set in. */
export const Font = Type.Object({
  family: Type.String({ description: "As declared, or a generic family such as `sans-serif`." }),
  weights: Type.Array(Type.Integer(), {
    description: "Those its faces are declared with, both ends of a range; of a family without faces those in use.",
  }),
  styles: Type.Array(Type.String()),
  sources: Type.Array(
    Type.Object({ url: Type.String(), format: nullable(Type.String(), "`woff2`; null where nothing says so.") }),
  ),
  loaded: Type.Boolean({ description: "Whether text can be drawn in it: a face is loaded, or it is installed." }),
  usedBy: Type.Number({ minimum: 0, maximum: 1, description: "Share of the visible characters." }),
});
export type Font = Static<typeof Font>;
