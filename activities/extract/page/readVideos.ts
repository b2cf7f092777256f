import { statedName } from "./looks.ts";
import { shortAddress } from "./readImages.ts";
import { readJsonLd, shortAttribute } from "./readMetadata.ts";
import { absoluteUrl, attribute, baseAddress, type PageFunction, plainText, selectAll } from "./safeDom.ts";
import type { Shared } from "./shared.ts";
import type { PageItem } from "./survey.ts";

/** A video that is an element of the page; whose player an embedded page is, is for Node to say. */
type VideoElementRead = {
  kind: "file" | "embed";
  src: string | null;
  poster: string | null;
  title: string | null;
  width: number | null;
  height: number | null;
  sources: { src: string; type: string | null }[];
};

/** What the page gives for `videos`. */
export type VideosRead = {
  base: string;
  elements: VideoElementRead[];
  /** `og:video…` and `twitter:player…` in the page's order. */
  metas: [name: string, content: string][];
  jsonLd: string[];
  cut: string[];
};

/** Runs in the page: its players, and what its head says of videos. */
export function readVideos(shared: Shared): VideosRead {
  const limit = 500;
  const base = baseAddress();
  const { items, cut } = shared.survey();
  const elements: VideoElementRead[] = [];
  let isFull = cut;
  for (const item of items) {
    const video = videoFile(item, base) ?? videoEmbed(item, base);
    if (video === null) continue;
    if (elements.length < limit) elements.push(video);
    else isFull = true;
  }
  const jsonLd = readJsonLd();
  const found = [...(isFull ? ["videos"] : []), ...(jsonLd.cut ? ["jsonLd"] : [])];
  return { base, elements, metas: videoMetas(), jsonLd: jsonLd.blocks, cut: found };
}

/** Runs in the page: a `<video>`; null where the element is none. */
function videoFile(item: PageItem, base: string): VideoElementRead | null {
  const { element } = item;
  if (!(element instanceof HTMLVideoElement)) return null;
  const sources = Array.from(element.children)
    .filter((child) => child.localName === "source")
    .slice(0, 20)
    .flatMap((child) => {
      const src = playable(attribute(child, "src"), base);
      return src === null ? [] : [{ src, type: shortAttribute(child, "type", 200) }];
    });
  const src = playable(element.currentSrc, base) ?? playable(attribute(element, "src"), base);
  return {
    kind: "file",
    src: src ?? sources[0]?.src ?? null,
    poster: shortAddress(absoluteUrl(attribute(element, "poster"), base)),
    title: statedName(element),
    ...videoSize(item),
    sources,
  };
}

/** Runs in the page: an embedded page that may be a player, also one that waits for a click or consent. */
function videoEmbed(item: PageItem, base: string): VideoElementRead | null {
  const { element, tag } = item;
  const names = {
    iframe: ["src", "data-src", "data-lazy-src", "data-cookieblock-src", "data-cmp-src"],
    embed: ["src"],
    object: ["data"],
  };
  const found = Object.entries(names).find(([name]) => name === tag)?.[1] ?? [];
  const written = found.map((name) => playable(attribute(element, name), base));
  // Placeholders of well-known libraries, which become an iframe when clicked.
  const lite = /^lite-(youtube|vimeo)$/u.exec(tag)?.[1];
  const id = encodeURIComponent((attribute(element, "videoid") ?? "").trim().slice(0, 100));
  if (lite === "youtube" && id !== "") written.push(`https://www.youtube.com/embed/${id}`);
  if (lite === "vimeo" && id !== "") written.push(`https://player.vimeo.com/video/${id}`);
  const src = written.find((address) => address !== null) ?? null;
  if (src === null) return null;
  return { kind: "embed", src, poster: null, title: statedName(element), ...videoSize(item), sources: [] };
}

/** Runs in the page: an address that can be fetched again; one that a script made for itself can't. */
function playable(address: string | null, base: string): string | null {
  const absolute = absoluteUrl(address, base);
  return absolute === null || absolute.length > 8192 || !/^https?:/u.test(absolute) ? null : absolute;
}

/** Runs in the page: the size that a player is laid out in, else what its attributes ask for. */
function videoSize({ element, box, style }: PageItem): { width: number | null; height: number | null } {
  if (style !== null && box.right > box.left && box.bottom > box.top)
    return { width: box.right - box.left, height: box.bottom - box.top };
  const stated = (name: string) => {
    const digits = /^\s*(\d{1,5})(?:px)?\s*$/u.exec(attribute(element, name) ?? "")?.[1];
    return digits === undefined ? null : Number(digits);
  };
  return { width: stated("width"), height: stated("height") };
}

/** Runs in the page: metas about videos. */
function videoMetas(): [name: string, content: string][] {
  const found: [string, string][] = [];
  for (const meta of selectAll("meta[content]", 1000)) {
    const name = (attribute(meta, "property") ?? attribute(meta, "name") ?? "").trim().toLowerCase();
    const content = plainText(attribute(meta, "content"), 4000);
    const isAbout = /^(?:og:video|twitter:player)(?::|$)/u.test(name) || name === "og:image";
    if (isAbout && content !== "") found.push([name.slice(0, 100), content]);
  }
  return found.slice(0, 100);
}

/** What `readVideos` uses beyond what is shared. */
export const readingVideos: readonly PageFunction[] = [
  playable,
  readJsonLd,
  shortAddress,
  shortAttribute,
  videoEmbed,
  videoFile,
  videoMetas,
  videoSize,
];
