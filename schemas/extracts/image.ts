import { type Static, Type } from "typebox";
import { literals, nullable } from "../common.ts";

const Pixels = Type.Integer({ minimum: 0 });

/** One address of a `srcset`, as the HTML standard parses it. */
export const ImageCandidate = Type.Object({
  url: Type.String(),
  width: nullable(Pixels, "Of `640w`."),
  density: nullable(Type.Number({ minimum: 0 }), "Of `2x`; 1 where the candidate says nothing, null beside a width."),
  media: nullable(Type.String(), "Of the `<source>` it stands in."),
  type: nullable(Type.String(), "Of the `<source>` it stands in."),
});
export type ImageCandidate = Static<typeof ImageCandidate>;

/** One entry of `images`. */
export const Image = Type.Object({
  src: nullable(
    Type.String(),
    "Absolute: what the browser chose, or would load on scrolling there. Null for inline SVG.",
  ),
  alt: nullable(Type.String(), "Null where the page says nothing, empty where it says that the picture is decoration."),
  width: Type.Integer({ minimum: 0, description: "CSS pixels it takes on the page; 0 where it is not laid out." }),
  height: Pixels,
  naturalWidth: nullable(
    Pixels,
    "CSS pixels of the picture itself; 0 where it did not load, null where that is not known.",
  ),
  naturalHeight: nullable(Pixels),
  srcset: Type.Array(ImageCandidate),
  loading: literals(["eager", "lazy"]),
  visible: Type.Boolean({ description: "Whether some of it shows on the page as a whole, scrolled to or not." }),
  kind: literals(["img", "picture", "css", "svg"]),
});
export type Image = Static<typeof Image>;
