import type { Image } from "#schemas/extracts/media.ts";
import { defineExtractor, whatWasCut } from "./extractor.ts";
import { type ImageRead, readImages, readingImages } from "./page/readImages.ts";
import { sharing } from "./page/shared.ts";

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

/** An address of a `srcset` with its descriptor; 1x where it has none. */
export type Candidate = { url: string; width: number | null; density: number | null };

const whiteSpace = /[\t\n\f\r ]/u;

/**
 * The candidates of a `srcset`, by the algorithm of the HTML standard (4.8.4.3.10, "parse a srcset attribute"): a
 * candidate with descriptors that don't go together is left out, the others stay.
 */
export function parseSrcset(text: string): Candidate[] {
  const found: Candidate[] = [];
  let at = 0;
  for (;;) {
    while (at < text.length && /[\t\n\f\r ,]/u.test(text.charAt(at))) at += 1;
    if (at >= text.length) return found;
    const start = at;
    while (at < text.length && !whiteSpace.test(text.charAt(at))) at += 1;
    const word = text.slice(start, at);
    // A comma right after an address ends the candidate; one inside belongs to the address.
    const url = word.replace(/,+$/u, "");
    const { descriptors, end } = url === word ? readDescriptors(text, at) : { descriptors: [], end: at };
    at = end;
    const size = sizeOf(descriptors);
    if (size !== null) found.push({ url, ...size });
  }
}

/** The words up to the comma that ends the candidate; commas in parentheses don't. */
function readDescriptors(text: string, start: number): { descriptors: string[]; end: number } {
  let end = start;
  let depth = 0;
  for (; end < text.length; end += 1) {
    const character = text.charAt(end);
    // Parentheses don't nest here.
    if (character === "(") depth = 1;
    else if (character === ")") depth = 0;
    else if (character === "," && depth === 0) break;
  }
  const words = text.slice(start, end).match(/(?:\([^)]*\)?|[^\t\n\f\r (])+/gu) ?? [];
  return { descriptors: words, end };
}

/** What descriptors say together; null where they contradict each other or mean nothing. */
function sizeOf(descriptors: readonly string[]): Pick<Candidate, "width" | "density"> | null {
  const seen = new Map<string, number>();
  for (const descriptor of descriptors) {
    const [, digits = "", unit = ""] = /^(.*)([wxh])$/u.exec(descriptor) ?? [];
    const value = isNumberOf(unit, digits) ? Number(digits) : Number.NaN;
    const isUsable = unit === "x" ? value >= 0 : value > 0;
    if (!isUsable || seen.has(unit)) return null;
    seen.set(unit, value);
  }
  const [width, density, height] = [seen.get("w"), seen.get("x"), seen.get("h")];
  if (density !== undefined && (width !== undefined || height !== undefined)) return null;
  if (height !== undefined && width === undefined) return null;
  return { width: width ?? null, density: width === undefined ? (density ?? 1) : null };
}

/** HTML's own grammar: a non-negative integer, or a floating-point number for densities. */
function isNumberOf(unit: string, digits: string): boolean {
  return unit === "x" ? /^-?(?:\d+(?:\.\d+)?|\.\d+)(?:e[+-]?\d+)?$/iu.test(digits) : /^\d+$/u.test(digits);
}
