import { accessibleName } from "./looks.ts";
import { shortenDataUrl } from "./readImages.ts";
import { readJsonLd, shortAttribute } from "./readMetadata.ts";
import { absoluteUrl, attribute, baseAddress, type PageFunction, plainText, selectAll } from "./safeDom.ts";
import type { Shared } from "./shared.ts";
import type { PageItem } from "./survey.ts";

/** A video element of the page. Node finds the vendor of an embedded player. */
type VideoElementRead = {
  kind: "file" | "embed";
  src: string | null;
  poster: string | null;
  title: string | null;
  width: number | null;
  height: number | null;
  sources: { src: string; type: string | null }[];
};

/** The page's data for `videos`. */
export type VideosRead = {
  base: string;
  elements: VideoElementRead[];
  /** `og:video…`, `og:image` and `twitter:player…`, in page order. */
  metas: [name: string, content: string][];
  jsonLd: string[];
  cut: string[];
};

/** Runs in the page. Reads its players and the videos that its head declares. */
export function readVideos(shared: Shared): VideosRead {
  const limit = 500;
  const base = baseAddress();
  const { items, cut } = shared.survey();
  const elements: VideoElementRead[] = [];
  let isCut = cut;
  for (const item of items) {
    const video = videoFile(item, base) ?? videoEmbed(item, base);
    if (video === null) continue;
    if (elements.length < limit) elements.push(video);
    else isCut = true;
  }
  const jsonLd = readJsonLd();
  const cutParts = [...(isCut ? ["videos"] : []), ...(jsonLd.cut ? ["jsonLd"] : [])];
  return { base, elements, metas: videoMetas(), jsonLd: jsonLd.blocks, cut: cutParts };
}

/** A `<video>`; null for other elements. */
function videoFile(item: PageItem, base: string): VideoElementRead | null {
  const { element } = item;
  if (!(element instanceof HTMLVideoElement)) return null;
  const sources = Array.from(element.children)
    .filter((child) => child.localName === "source")
    .slice(0, 20)
    .flatMap((child) => {
      const src = fetchableUrl(attribute(child, "src"), base);
      return src === null ? [] : [{ src, type: shortAttribute(child, "type", 200) }];
    });
  const src = fetchableUrl(element.currentSrc, base) ?? fetchableUrl(attribute(element, "src"), base);
  return {
    kind: "file",
    src: src ?? sources[0]?.src ?? null,
    poster: shortenDataUrl(absoluteUrl(attribute(element, "poster"), base)),
    title: accessibleName(element),
    ...videoSize(item),
    sources,
  };
}

/** An embedded page that may be a player, also one that waits for a click or for consent. */
function videoEmbed(item: PageItem, base: string): VideoElementRead | null {
  const { element, tag } = item;
  const names = {
    iframe: ["src", "data-src", "data-lazy-src", "data-cookieblock-src", "data-cmp-src"],
    embed: ["src"],
    object: ["data"],
  };
  const attributeNames = Object.entries(names).find(([name]) => name === tag)?.[1] ?? [];
  const addresses = attributeNames.map((name) => fetchableUrl(attribute(element, name), base));
  // Placeholders of well-known libraries; a click turns them into an iframe.
  const placeholder = /^lite-(youtube|vimeo)$/u.exec(tag)?.[1];
  const id = encodeURIComponent((attribute(element, "videoid") ?? "").trim().slice(0, 100));
  if (placeholder === "youtube" && id !== "") addresses.push(`https://www.youtube.com/embed/${id}`);
  if (placeholder === "vimeo" && id !== "") addresses.push(`https://player.vimeo.com/video/${id}`);
  const src = addresses.find((address) => address !== null) ?? null;
  if (src === null) return null;
  return { kind: "embed", src, poster: null, title: accessibleName(element), ...videoSize(item), sources: [] };
}

/** An http address; null for others, such as `blob:` addresses made by a script. */
function fetchableUrl(address: string | null, base: string): string | null {
  const absolute = absoluteUrl(address, base);
  return absolute === null || absolute.length > 8192 || !/^https?:/u.test(absolute) ? null : absolute;
}

/** The size of a player on the page, else the size in its attributes. */
function videoSize({ element, box, style }: PageItem): { width: number | null; height: number | null } {
  if (style !== null && box.right > box.left && box.bottom > box.top)
    return { width: box.right - box.left, height: box.bottom - box.top };
  const statedSize = (name: string) => {
    const digits = /^\s*(\d{1,5})(?:px)?\s*$/u.exec(attribute(element, name) ?? "")?.[1];
    return digits === undefined ? null : Number(digits);
  };
  return { width: statedSize("width"), height: statedSize("height") };
}

/** The `<meta>` tags about videos. */
function videoMetas(): [name: string, content: string][] {
  const metas: [string, string][] = [];
  for (const meta of selectAll("meta[content]", 1000)) {
    const name = (attribute(meta, "property") ?? attribute(meta, "name") ?? "").trim().toLowerCase();
    const content = plainText(attribute(meta, "content"), 4000);
    const isVideoMeta = /^(?:og:video|twitter:player)(?::|$)/u.test(name) || name === "og:image";
    if (isVideoMeta && content !== "") metas.push([name.slice(0, 100), content]);
  }
  return metas.slice(0, 100);
}

/** Dependencies of `readVideos` beyond `sharedDependencies`. */
export const videoDependencies: readonly PageFunction[] = [
  fetchableUrl,
  readJsonLd,
  shortenDataUrl,
  shortAttribute,
  videoEmbed,
  videoFile,
  videoMetas,
  videoSize,
];
