import { statedName } from "./looks.ts";
import { shortAttribute } from "./readMetadata.ts";
import { absoluteUrl, attribute, baseAddress, type PageFunction, plainText } from "./safeDom.ts";
import type { Shared } from "./shared.ts";
import type { PageItem } from "./survey.ts";

/** A `srcset` as it is written, and what its `<source>` says of when it applies. */
type SrcsetRead = { srcset: string; media: string | null; type: string | null };

/** A picture as the page shows it. */
export type ImageRead = {
  kind: "img" | "picture" | "css" | "svg";
  src: string | null;
  alt: string | null;
  width: number;
  height: number;
  naturalWidth: number | null;
  naturalHeight: number | null;
  srcsets: SrcsetRead[];
  loading: "eager" | "lazy";
  visible: boolean;
};

/** What the page gives for `images`. */
export type ImagesRead = { base: string; images: ImageRead[]; cut: string[] };

/** Runs in the page: its pictures in its order; a background that many elements share, once. */
export function readImages(shared: Shared): ImagesRead {
  const limit = 2000;
  let charactersLeft = 4_000_000;
  const base = baseAddress();
  const { items, cut } = shared.survey();
  const backgrounds = new Set<string>();
  const images: ImageRead[] = [];
  let isFull = cut;
  for (const item of items) {
    const own = contentImage(item, base);
    for (const image of own === null ? cssImages(item, backgrounds) : [own]) {
      const { src, alt, srcsets } = image;
      charactersLeft -= (src ?? "").length + (alt ?? "").length;
      for (const { srcset } of srcsets) charactersLeft -= srcset.length;
      if (images.length >= limit || charactersLeft < 0) isFull = true;
      else images.push(image);
    }
    if (charactersLeft < 0) break;
  }
  return { base, images, cut: isFull ? ["images"] : [] };
}

/** Runs in the page: the picture that an element is; null where it is none. */
function contentImage(item: PageItem, base: string): ImageRead | null {
  const { element, tag, box, visible, parent } = item;
  const size = { width: box.right - box.left, height: box.bottom - box.top };
  const shown = { ...size, visible, srcsets: [], loading: "eager" as const };
  if (tag === "svg") return { ...shown, ...drawingFacts(element), kind: "svg", src: null };
  const alt = attribute(element, "alt") === null ? null : plainText(attribute(element, "alt"), 1000);
  if (element instanceof HTMLInputElement && element.type === "image") {
    const src = shortAddress(absoluteUrl(attribute(element, "src"), base));
    return { ...shown, kind: "img", src, alt, naturalWidth: null, naturalHeight: null };
  }
  if (!(element instanceof HTMLImageElement)) return null;
  const inPicture = parent?.tag === "picture";
  const srcsets = inPicture ? [...sourcesOf(parent.element), ...srcsetOf(element)] : srcsetOf(element);
  return {
    ...shown,
    ...loadedFacts(element, base),
    kind: inPicture ? "picture" : "img",
    alt,
    srcsets,
    loading: element.loading === "lazy" ? "lazy" : "eager",
  };
}

/** Runs in the page: what an `<img>` loaded, or will load once it is scrolled to by a script that swaps addresses. */
function loadedFacts(image: HTMLImageElement, base: string): Pick<ImageRead, "src" | "naturalWidth" | "naturalHeight"> {
  const chosen = absoluteUrl(image.currentSrc, base) ?? absoluteUrl(attribute(image, "src"), base);
  const isPlaceholder = chosen === null || chosen.startsWith("data:") || chosen.startsWith("about:");
  const names = isPlaceholder ? ["data-src", "data-original", "data-lazy-src", "data-lazy"] : [];
  const waiting = names
    .map((name) => absoluteUrl(attribute(image, name), base))
    .find((address) => address !== null && /^https?:/u.test(address));
  if (waiting !== undefined) return { src: shortAddress(waiting), naturalWidth: null, naturalHeight: null };
  return { src: shortAddress(chosen), naturalWidth: image.naturalWidth, naturalHeight: image.naturalHeight };
}

/** Runs in the page: the `srcset`s of a picture's sources. */
function sourcesOf(picture: Element): SrcsetRead[] {
  const sources = Array.from(picture.children).filter((child) => child.localName === "source");
  return sources.slice(0, 20).flatMap(srcsetOf);
}

/** Runs in the page: an element's `srcset`. */
function srcsetOf(element: Element): SrcsetRead[] {
  const srcset = attribute(element, "srcset") ?? attribute(element, "data-srcset") ?? "";
  if (srcset.trim() === "" || srcset.length > 20_000) return [];
  const isSource = element.localName === "source";
  const of = (name: string) => (isSource ? shortAttribute(element, name, 300) : null);
  return [{ srcset, media: of("media"), type: of("type") }];
}

/** Runs in the page: name and own size of an inline drawing; the size of its view box where it states no other. */
function drawingFacts(drawing: Element): Pick<ImageRead, "alt" | "naturalWidth" | "naturalHeight"> {
  const title = Array.from(drawing.children).find((child) => child.localName === "title");
  const alt = statedName(drawing) ?? (plainText(title?.textContent ?? "", 1000) || null);
  const viewBox = (attribute(drawing, "viewBox") ?? "").split(/[\s,]+/u).map(Number);
  const sizeOf = (name: string, inView: number | undefined) => {
    const stated = /^\s*(\d+(?:\.\d+)?)(?:px)?\s*$/u.exec(attribute(drawing, name) ?? "")?.[1];
    const size = stated === undefined ? inView : Number(stated);
    return size === undefined || !Number.isFinite(size) || size < 0 ? null : size;
  };
  return { alt, naturalWidth: sizeOf("width", viewBox[2]), naturalHeight: sizeOf("height", viewBox[3]) };
}

/** Runs in the page: pictures that style puts behind an element, or before and after what is in it. */
function cssImages({ element, style, visible, box, boxless }: PageItem, known: Set<string>): ImageRead[] {
  if (style === null || !visible) return [];
  const found: ImageRead[] = [];
  // Left out where the element has no box: thousands of those in one another make every such style take milliseconds.
  const pseudos = boxless ? [] : ["::before", "::after"].map((name) => getComputedStyle(element, name));
  const generated = pseudos.filter(({ content }) => content !== "none" && content !== "normal");
  const values = [style.backgroundImage, ...generated.flatMap((each) => [each.content, each.backgroundImage])];
  for (const src of values.flatMap(cssAddresses)) {
    if (known.has(src)) continue;
    known.add(src);
    const size = { width: box.right - box.left, height: box.bottom - box.top };
    const unknown = { alt: null, naturalWidth: null, naturalHeight: null, srcsets: [] };
    found.push({ kind: "css", src: shortAddress(src), ...unknown, ...size, loading: "eager", visible });
  }
  return found;
}

/** Runs in the page: the addresses in a computed value, which are absolute and quoted. */
function cssAddresses(value: string): string[] {
  if (!value.includes("url(")) return [];
  return [...value.matchAll(/url\("((?:[^"\\]|\\.)*)"\)/gu)]
    .slice(0, 20)
    .map(([, address = ""]) => address.replaceAll(/\\(.)/gu, "$1"));
}

/** Runs in the page: an address; of a long one that holds the picture itself, what comes before the picture. */
export function shortAddress(address: string | null): string | null {
  if (address === null || !address.startsWith("data:")) return (address ?? "").length > 8192 ? null : address;
  const comma = address.slice(0, 200).indexOf(",");
  return address.length > 2048 ? address.slice(0, comma + 1) || null : address;
}

/** What `readImages` uses beyond what is shared. */
export const readingImages: readonly PageFunction[] = [
  contentImage,
  cssAddresses,
  cssImages,
  drawingFacts,
  loadedFacts,
  shortAddress,
  shortAttribute,
  sourcesOf,
  srcsetOf,
];
