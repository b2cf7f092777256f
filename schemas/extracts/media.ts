import { type Static, Type } from "typebox";
import { literals, nullable } from "../common.ts";

const Pixels = Type.Integer({ minimum: 0 });

/** One address of a `srcset`, as the HTML standard parses it. */
export const ImageCandidate = Type.Object({
  url: Type.String(),
  width: nullable(Pixels, "Pixels of a `640w` descriptor."),
  density: nullable(
    Type.Number({ minimum: 0 }),
    "Factor of a `2x` descriptor. 1 without a descriptor, null with a width.",
  ),
  media: nullable(Type.String(), "`media` of its `<source>`."),
  type: nullable(Type.String(), "`type` of its `<source>`."),
});
export type ImageCandidate = Static<typeof ImageCandidate>;

/** One entry of `images`. */
export const Image = Type.Object({
  src: nullable(
    Type.String(),
    "Absolute address that the browser chose, or would load after scrolling. Null for inline SVG.",
  ),
  alt: nullable(Type.String(), "Null without the attribute, empty for a decorative picture."),
  width: Type.Integer({ minimum: 0, description: "Size on the page in CSS pixels; 0 if it has no layout box." }),
  height: Pixels,
  naturalWidth: nullable(Pixels, "CSS pixels of the picture itself. 0 if it did not load, null if unknown."),
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
  src: nullable(Type.String(), "Absolute address of the file or the player. Null if a script feeds the player."),
  kind: literals(["file", "embed"]),
  provider: nullable(Type.String(), "Name of the player's provider, in lower case (`youtube`). Null if unknown."),
  id: nullable(Type.String(), "The provider's id of the video, if the address contains it."),
  poster: nullable(Type.String()),
  title: nullable(Type.String()),
  width: nullable(Type.Integer({ minimum: 0 }), "Width on the page in CSS pixels, else the declared width."),
  height: VideoPixels,
  sources: Type.Array(Type.Object({ src: Type.String(), type: nullable(Type.String()) })),
});
export type Video = Static<typeof Video>;
