import type { Image } from "#schemas/extracts/image.ts";
import { defineExtractor, whatWasCut } from "./extractor.ts";
import { type ImageRead, readImages, readingImages } from "./page/readImages.ts";
import { sharing } from "./page/shared.ts";
import { parseSrcset } from "./srcset.ts";

/** Candidates of one picture; more are copies for screens that don't exist. */
const maxCandidates = 50;

/** `images`: every picture of the page, in its order. */
export const images = defineExtractor({
  contentType: "application/json",
  read: readImages,
  uses: [...sharing, ...readingImages],
  finish(read) {
    const value = read.images.map((image) => toImage(image, read.base));
    const isCrowded = value.some(({ srcset }) => srcset.length > maxCandidates);
    for (const image of value) image.srcset.splice(maxCandidates);
    // The reader leaves the comma at the end of a picture's own address whose data it cut off.
    const isShortened = value.some(({ src }) => src?.startsWith("data:") === true && src.endsWith(","));
    return {
      bytes: Buffer.from(JSON.stringify(value)),
      ...whatWasCut([...read.cut, ...(isShortened ? ["src"] : []), ...(isCrowded ? ["srcset"] : [])]),
    };
  },
});

function toImage(read: ImageRead, base: string): Image {
  const { kind, src, alt, loading, visible } = read;
  return {
    src,
    alt,
    width: Math.round(read.width),
    height: Math.round(read.height),
    naturalWidth: read.naturalWidth === null ? null : Math.round(read.naturalWidth),
    naturalHeight: read.naturalHeight === null ? null : Math.round(read.naturalHeight),
    srcset: read.srcsets.flatMap((srcset) => candidatesOf(srcset, base)),
    loading,
    visible,
    kind,
  };
}

function candidatesOf({ srcset, media, type }: ImageRead["srcsets"][number], base: string): Image["srcset"] {
  return parseSrcset(srcset).flatMap(({ url, width, density }) => {
    const absolute = URL.parse(url, base)?.href;
    return absolute === undefined ? [] : [{ url: absolute, width, density, media, type }];
  });
}
