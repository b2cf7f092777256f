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
  width: Type.Integer({ minimum: 0, description: "Size on the page in CSS pixels; 0 if it has no layout box." }),
  height: Pixels,
  naturalWidth: nullable(
    Pixels,
    "CSS pixels of the picture itself; 0 where it did not load, null where that is not known.",
  ),
  naturalHeight: nullable(Pixels),
  srcset: Type.Array(ImageCandidate),
  loading: literals(["eager", "lazy"]),
  visible: Type.Boolean({
    description: "Whether a part of it is visible somewhere on the page, scrolled into view or not.",
  }),
  kind: literals(["img", "picture", "css", "svg"]),
});
export type Image = Static<typeof Image>;

const VideoPixels = nullable(Type.Integer({ minimum: 0 }));

/** One entry of `videos`. */
export const Video = Type.Object({
  src: nullable(Type.String(), "Absolute: the file or the player's address. Null where a script feeds the player."),
  kind: literals(["file", "embed"]),
  provider: nullable(Type.String(), "Whose player it is, in lower case (`youtube`); null where that is not known."),
  id: nullable(Type.String(), "The provider's name for the video, where the address holds it."),
  poster: nullable(Type.String()),
  title: nullable(Type.String()),
  width: nullable(Type.Integer({ minimum: 0 }), "CSS pixels it takes on the page, else those the page declares."),
  height: VideoPixels,
  sources: Type.Array(Type.Object({ src: Type.String(), type: nullable(Type.String()) })),
});
export type Video = Static<typeof Video>;
