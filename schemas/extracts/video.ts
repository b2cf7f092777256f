import { type Static, Type } from "typebox";
import { literals, nullable } from "../common.ts";

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
