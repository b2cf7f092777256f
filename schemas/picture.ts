import { Type } from "typebox";
import { DateTime, ImageFormat } from "./common.ts";
import { Truncated } from "./extracts/extracts.ts";

/** The picture as the API shows it. */
export const ScreenshotResult = Type.Object(
  {
    url: Type.String({ description: "Signed address of the bytes; needs no key, expires after 24 hours." }),
    expiresAt: DateTime,
    format: ImageFormat,
    width: Type.Integer(),
    height: Type.Integer(),
    bytes: Type.Integer(),
    sha256: Type.String(),
    location: Type.Optional(Type.String()),
    truncated: Truncated,
  },
  { additionalProperties: false },
);
