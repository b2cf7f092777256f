import { accessibleName } from "./looks.ts";
import { shortAttribute } from "./readMetadata.ts";
import { absoluteUrl, attribute, baseAddress, type PageFunction, plainText } from "./safeDom.ts";
import type { Shared } from "./shared.ts";
import type { PageItem } from "./survey.ts";

/** A `srcset` as written, with the conditions of its `<source>`. */
type SrcsetRead = { srcset: string; media: string | null; type: string | null };

/** An image as the page shows it. */
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

/** The page's data for `images`. */
export type ImagesRead = { base: string; images: ImageRead[]; cut: string[] };

/** Runs in the page. Reads its images in page order. A shared background appears once. */
export function readImages(shared: Shared): ImagesRead {
  const limit = 2000;
  let charactersLeft = 4_000_000;
  const base = baseAddress();
  const { items, cut } = shared.survey();
  const backgrounds = new Set<string>();
  const images: ImageRead[] = [];
  let isCut = cut;
  for (const item of items) {
    const content = contentImage(item, base);
    for (const image of content === null ? cssImages(item, backgrounds) : [content]) {
      const { src, alt, srcsets } = image;
      charactersLeft -= (src ?? "").length + (alt ?? "").length;
      for (const { srcset } of srcsets) charactersLeft -= srcset.length;
      if (images.length >= limit || charactersLeft < 0) isCut = true;
      else images.push(image);
    }
    if (charactersLeft < 0) break;
  }
  return { base, images, cut: isCut ? ["images"] : [] };
}

/** The image of an element; null if the element is not an image. */
function contentImage(item: PageItem, base: string): ImageRead | null {
  const { element, tag, box, visible, parent } = item;
  const size = { width: box.right - box.left, height: box.bottom - box.top };
  const commonFields = { ...size, visible, srcsets: [], loading: "eager" as const };
  if (tag === "svg") return { ...commonFields, ...svgFacts(element), kind: "svg", src: null };
  const alt = attribute(element, "alt") === null ? null : plainText(attribute(element, "alt"), 1000);
  if (element instanceof HTMLInputElement && element.type === "image") {
    const src = shortenDataUrl(absoluteUrl(attribute(element, "src"), base));
    return { ...commonFields, kind: "img", src, alt, naturalWidth: null, naturalHeight: null };
  }
  if (!(element instanceof HTMLImageElement)) return null;
  const inPicture = parent?.tag === "picture";
  const srcsets = inPicture ? [...sourcesOf(parent.element), ...srcsetOf(element)] : srcsetOf(element);
  return {
    ...commonFields,
    ...loadedFacts(element, base),
    kind: inPicture ? "picture" : "img",
    alt,
    srcsets,
    loading: element.loading === "lazy" ? "lazy" : "eager",
  };
}

/** The address that an `<img>` loaded, or the one that a lazy-loading script will load. */
function loadedFacts(image: HTMLImageElement, base: string): Pick<ImageRead, "src" | "naturalWidth" | "naturalHeight"> {
  const current = absoluteUrl(image.currentSrc, base) ?? absoluteUrl(attribute(image, "src"), base);
  const isPlaceholder = current === null || current.startsWith("data:") || current.startsWith("about:");
  const names = isPlaceholder ? ["data-src", "data-original", "data-lazy-src", "data-lazy"] : [];
  const deferred = names
    .map((name) => absoluteUrl(attribute(image, name), base))
    .find((address) => address !== null && /^https?:/u.test(address));
  if (deferred !== undefined) return { src: shortenDataUrl(deferred), naturalWidth: null, naturalHeight: null };
  return { src: shortenDataUrl(current), naturalWidth: image.naturalWidth, naturalHeight: image.naturalHeight };
}

/** The `srcset`s of a `<picture>`'s sources. */
function sourcesOf(picture: Element): SrcsetRead[] {
  const sources = Array.from(picture.children).filter((child) => child.localName === "source");
  return sources.slice(0, 20).flatMap(srcsetOf);
}

/** An element's `srcset`. */
function srcsetOf(element: Element): SrcsetRead[] {
  const srcset = attribute(element, "srcset") ?? attribute(element, "data-srcset") ?? "";
  if (srcset.trim() === "" || srcset.length > 20_000) return [];
  const isSource = element.localName === "source";
  const attributeOf = (name: string) => (isSource ? shortAttribute(element, name, 300) : null);
  return [{ srcset, media: attributeOf("media"), type: attributeOf("type") }];
}

/** Name and natural size of an inline SVG. Without a stated size, the size of its view box. */
function svgFacts(drawing: Element): Pick<ImageRead, "alt" | "naturalWidth" | "naturalHeight"> {
  const title = Array.from(drawing.children).find((child) => child.localName === "title");
  const alt = accessibleName(drawing) ?? (plainText(title?.textContent ?? "", 1000) || null);
  const viewBox = (attribute(drawing, "viewBox") ?? "").split(/[\s,]+/u).map(Number);
  const sizeOf = (name: string, inView: number | undefined) => {
    const stated = /^\s*(\d+(?:\.\d+)?)(?:px)?\s*$/u.exec(attribute(drawing, name) ?? "")?.[1];
    const size = stated === undefined ? inView : Number(stated);
    return size === undefined || !Number.isFinite(size) || size < 0 ? null : size;
  };
  return { alt, naturalWidth: sizeOf("width", viewBox[2]), naturalHeight: sizeOf("height", viewBox[3]) };
}

/** Background images of an element and of its pseudo-elements. */
function cssImages({ element, style, visible, box, boxless }: PageItem, seenUrls: Set<string>): ImageRead[] {
  if (style === null || !visible) return [];
  const images: ImageRead[] = [];
  // Skip pseudo-elements without a box: in deeply nested elements each such style takes milliseconds.
  const pseudos = boxless ? [] : ["::before", "::after"].map((name) => getComputedStyle(element, name));
  const generated = pseudos.filter(({ content }) => content !== "none" && content !== "normal");
  const values = [style.backgroundImage, ...generated.flatMap((each) => [each.content, each.backgroundImage])];
  for (const src of values.flatMap(cssUrls)) {
    if (seenUrls.has(src)) continue;
    seenUrls.add(src);
    const size = { width: box.right - box.left, height: box.bottom - box.top };
    const unknown = { alt: null, naturalWidth: null, naturalHeight: null, srcsets: [] };
    images.push({ kind: "css", src: shortenDataUrl(src), ...unknown, ...size, loading: "eager", visible });
  }
  return images;
}

/** The addresses in a computed value, which are absolute and quoted. */
function cssUrls(value: string): string[] {
  if (!value.includes("url(")) return [];
  return [...value.matchAll(/url\("((?:[^"\\]|\\.)*)"\)/gu)]
    .slice(0, 20)
    .map(([, address = ""]) => address.replaceAll(/\\(.)/gu, "$1"));
}

/** An address. A long `data:` address is cut after its comma; other long addresses become null. */
export function shortenDataUrl(address: string | null): string | null {
  if (address === null || !address.startsWith("data:")) return (address ?? "").length > 8192 ? null : address;
  const comma = address.slice(0, 200).indexOf(",");
  return address.length > 2048 ? address.slice(0, comma + 1) || null : address;
}

/** Dependencies of `readImages` beyond `sharedDependencies`. */
export const imageDependencies: readonly PageFunction[] = [
  contentImage,
  cssUrls,
  cssImages,
  svgFacts,
  loadedFacts,
  shortenDataUrl,
  shortAttribute,
  sourcesOf,
  srcsetOf,
];
