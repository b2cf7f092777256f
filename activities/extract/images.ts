import type { Image } from "#schemas/extracts/media.ts";
import { withoutEnd } from "../withoutEnd.ts";
import { defineExtractor, truncation } from "./extractor.ts";
import { type ImageRead, readImages, imageDependencies } from "./page/readImages.ts";
import { sharedDependencies } from "./page/shared.ts";

/** Candidates per image. */
const maxCandidates = 50;

/** `images`: every image of the page, in page order. */
export const images = defineExtractor({
  contentType: "application/json",
  read: readImages,
  dependencies: [...sharedDependencies, ...imageDependencies],
  finish(reading) {
    const value = reading.images.map((image) => toImage(image, reading.base));
    const hasTooManyCandidates = value.some(({ srcset }) => srcset.length > maxCandidates);
    for (const image of value) image.srcset.splice(maxCandidates);
    // The reader keeps only the part before the comma of a long `data:` address.
    const hasShortenedData = value.some(({ src }) => src?.startsWith("data:") === true && src.endsWith(","));
    return {
      bytes: Buffer.from(JSON.stringify(value)),
      ...truncation([
        ...reading.cut,
        ...(hasShortenedData ? ["src"] : []),
        ...(hasTooManyCandidates ? ["srcset"] : []),
      ]),
    };
  },
});

function toImage(reading: ImageRead, base: string): Image {
  const { kind, src, alt, loading, visible } = reading;
  return {
    src,
    alt,
    width: Math.round(reading.width),
    height: Math.round(reading.height),
    naturalWidth: reading.naturalWidth === null ? null : Math.round(reading.naturalWidth),
    naturalHeight: reading.naturalHeight === null ? null : Math.round(reading.naturalHeight),
    srcset: reading.srcsets.flatMap((srcset) => candidatesOf(srcset, base)),
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

/** A candidate of a `srcset`. Its density is 1 if it has no descriptor. */
export type Candidate = { url: string; width: number | null; density: number | null };

const whiteSpace = /[\t\n\f\r ]/u;

/**
 * The candidates of a `srcset`, by the HTML standard (4.8.4.3.10, "parse a srcset attribute"). Candidates with invalid
 * descriptors are left out.
 */
export function parseSrcset(text: string): Candidate[] {
  const candidates: Candidate[] = [];
  let position = 0;
  for (;;) {
    while (position < text.length && /[\t\n\f\r ,]/u.test(text.charAt(position))) position += 1;
    if (position >= text.length) return candidates;
    const start = position;
    while (position < text.length && !whiteSpace.test(text.charAt(position))) position += 1;
    const token = text.slice(start, position);
    // A comma at the end of an address ends the candidate. A comma inside belongs to the address.
    const url = withoutEnd(token, /,/u);
    const { descriptors, end } = url === token ? readDescriptors(text, position) : { descriptors: [], end: position };
    position = end;
    const size = sizeOf(descriptors);
    if (size !== null) candidates.push({ url, ...size });
  }
}

/** The words up to the comma that ends the candidate. Commas in parentheses do not end it. */
function readDescriptors(text: string, start: number): { descriptors: string[]; end: number } {
  let end = start;
  let depth = 0;
  for (; end < text.length; end += 1) {
    const character = text.charAt(end);
    // Parentheses do not nest in this grammar.
    if (character === "(") depth = 1;
    else if (character === ")") depth = 0;
    else if (character === "," && depth === 0) break;
  }
  const words = text.slice(start, end).match(/(?:\([^)]*\)?|[^\t\n\f\r (])+/gu) ?? [];
  return { descriptors: words, end };
}

/** The size that the descriptors state; null if they are invalid or contradict each other. */
function sizeOf(descriptors: readonly string[]): Pick<Candidate, "width" | "density"> | null {
  const descriptorByUnit = new Map<string, number>();
  for (const descriptor of descriptors) {
    const [, digits = "", unit = ""] = /^(.*)([wxh])$/u.exec(descriptor) ?? [];
    const value = isNumberOf(unit, digits) ? Number(digits) : Number.NaN;
    const isUsable = unit === "x" ? value >= 0 : value > 0;
    if (!isUsable || descriptorByUnit.has(unit)) return null;
    descriptorByUnit.set(unit, value);
  }
  const [width, density, height] = [descriptorByUnit.get("w"), descriptorByUnit.get("x"), descriptorByUnit.get("h")];
  if (density !== undefined && (width !== undefined || height !== undefined)) return null;
  if (height !== undefined && width === undefined) return null;
  return { width: width ?? null, density: width === undefined ? (density ?? 1) : null };
}

/** HTML's grammar: a non-negative integer for `w` and `h`, a floating-point number for `x`. */
function isNumberOf(unit: string, digits: string): boolean {
  return unit === "x" ? /^-?(?:\d+(?:\.\d+)?|\.\d+)(?:e[+-]?\d+)?$/iu.test(digits) : /^\d+$/u.test(digits);
}
