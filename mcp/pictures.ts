import type { ContentBlock } from "@modelcontextprotocol/server";
import type { Api } from "./api.ts";

/** Formats of pictures in results; `none` leaves pictures out and keeps their links. */
export const pictureFormats = ["webp", "jpg", "png", "none"] as const;
export type PictureFormat = (typeof pictureFormats)[number];

/** Width in pixels to which wider pictures are scaled. */
const maxWidth = 1_280;
/** Rows of a slice. Both sides stay below 1,568 pixels, above which models scale pictures down. */
const sliceRows = 1_536;
/** Number of bytes above which a wide picture is read at half the size. In base64 it has a third more. */
const maxBytes = 400_000;

/** A picture of the API and its size in pixels. */
export type Picture = { path: string; width: number; height: number };

/** Number of slices of a picture. */
export function sliceCount({ width, height }: Pick<Picture, "width" | "height">): number {
  return Math.ceil(scaledHeight({ width, height }) / sliceRows);
}

/** The slice that has a row of the original picture. */
export function sliceOfRow(picture: Pick<Picture, "width" | "height">, row: number): number {
  const scaled = (row * scaledHeight(picture)) / picture.height;
  return Math.min(sliceCount(picture) - 1, Math.max(0, Math.floor(scaled / sliceRows)));
}

function scaledHeight({ width, height }: Pick<Picture, "width" | "height">): number {
  return Math.max(1, Math.round((height * Math.min(width, maxWidth)) / width));
}

type Wanted = { format: PictureFormat; slice: number };

/** A slice of a picture as content; nothing if the client wants no pictures. @throws WatchframeError */
export async function readPicture(api: Api, picture: Picture, { format, slice }: Wanted): Promise<ContentBlock[]> {
  if (format === "none") return [];
  const read = (scale: 1 | 2) => {
    const query = { width: maxWidth / scale, rows: sliceRows / scale, slice, as: format };
    return api.bytes({ method: "GET", path: picture.path, query });
  };
  const large = await read(1);
  // Half the width and half the rows show the same part of the page.
  const { bytes, contentType } = large.bytes.length > maxBytes && picture.width >= maxWidth ? await read(2) : large;
  return [{ type: "image", data: Buffer.from(bytes).toString("base64"), mimeType: contentType }];
}
