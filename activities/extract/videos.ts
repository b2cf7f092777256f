import type { Json } from "#schemas/common.ts";
import type { Video } from "#schemas/extracts/media.ts";
import { beginningOf } from "../cut.ts";
import { defineExtractor, truncation } from "./extractor.ts";
import { isJsonObject, type JsonObject, parseJsonLd, typesOf } from "./metadata/jsonLd.ts";
import { videoDependencies, readVideos, type VideosRead } from "./page/readVideos.ts";
import { sharedDependencies } from "./page/shared.ts";

const maxText = 2000;

/** `videos`: players on the page, and videos that its head declares. */
export const videos = defineExtractor({
  contentType: "application/json",
  read: readVideos,
  dependencies: [...sharedDependencies, ...videoDependencies],
  finish(read) {
    const jsonLd = parseJsonLd(read.jsonLd);
    const declared = [...jsonLd.items.flatMap((item) => videoObjects(item, read.base)), ...videosInMetas(read)];
    const value = mergeVideos([...videosOfElements(read), ...declared]);
    return {
      bytes: Buffer.from(JSON.stringify(value)),
      ...truncation([...read.cut, ...(jsonLd.cut ? ["jsonLd"] : [])]),
    };
  },
});

/** Players that are elements of the page. Embedded pages count only if they are a known player. */
function videosOfElements({ elements }: VideosRead): Video[] {
  return elements.flatMap((element): Video[] => {
    const known = element.src === null ? null : providerOf(element.src);
    if (element.kind === "embed" && known === null) return [];
    const { src, kind, poster, title, sources } = element;
    const { provider, id } = known ?? { provider: null, id: null };
    const [width, height] = [roundPixels(element.width), roundPixels(element.height)];
    return [{ src, kind, provider, id, poster, title, width, height, sources }];
  });
}

function roundPixels(pixels: number | null): number | null {
  return pixels === null ? null : Math.round(pixels);
}

/** The `VideoObject`s in a JSON-LD object, at any depth that the parser keeps. */
function videoObjects(item: JsonObject, base: string): Video[] {
  const videoList: Video[] = [];
  const pending: Json[] = [item];
  for (let value = pending.pop(); value !== undefined && videoList.length < 100; value = pending.pop()) {
    if (Array.isArray(value)) pending.push(...value.toReversed());
    if (!isJsonObject(value)) continue;
    if (typesOf(value).includes("VideoObject")) videoList.push(...fromVideoObject(value, base));
    pending.push(...Object.values(value).toReversed());
  }
  return videoList;
}

function fromVideoObject(object: JsonObject, base: string): Video[] {
  const address = (key: string) => urlIn(object[key], base);
  const [file, player] = [address("contentUrl"), address("embedUrl")];
  const number = (key: string) => {
    const stated = isJsonObject(object[key]) ? object[key]["value"] : object[key];
    return typeof stated === "number" || typeof stated === "string" ? pixelsIn(String(stated)) : null;
  };
  const name = typeof object["name"] === "string" ? beginningOf(object["name"].trim().toWellFormed(), maxText) : "";
  const video = declaredVideo(player ?? file, {
    poster: address("thumbnailUrl") ?? address("thumbnail"),
    title: name || null,
    width: number("width"),
    height: number("height"),
  });
  if (video === null) return [];
  const type = typeof object["encodingFormat"] === "string" ? object["encodingFormat"].slice(0, 200) : null;
  return [{ ...video, sources: file === null ? [] : [{ src: file, type }] }];
}

function pixelsIn(text: string): number | null {
  const pixels = Number.parseInt(text, 10);
  return Number.isFinite(pixels) && pixels >= 0 ? pixels : null;
}

/** An address in JSON-LD. It may be in a list or in an object. */
function urlIn(value: Json | undefined, base: string): string | null {
  if (typeof value === "string") return httpUrl(value, base);
  if (Array.isArray(value)) return urlIn(value[0], base);
  return isJsonObject(value) ? urlIn(value["url"] ?? value["contentUrl"] ?? value["@id"], base) : null;
}

function httpUrl(address: string, base: string): string | null {
  const url = URL.parse(address.trim(), base);
  return url !== null && /^https?:$/u.test(url.protocol) && url.href.length <= 8192 ? url.href : null;
}

/**
 * Videos declared by `og:video` and `twitter:player`. Each `og:video` starts a video; the tags after it describe it.
 */
function videosInMetas({ metas, base }: VideosRead): Video[] {
  const groups: { family: string; address: string; facts: Map<string, string> }[] = [];
  const image = metas.find(([name]) => name === "og:image")?.[1];
  for (const [name, content] of metas) {
    const [, family, fact] = /^(og:video|twitter:player)(?::(.+))?$/u.exec(name) ?? [];
    if (family === undefined) continue;
    const group = groups.findLast((each) => each.family === family);
    const isNewVideo = fact === undefined || fact === "url" || (fact === "secure_url" && group === undefined);
    if (!isNewVideo) group?.facts.set(fact, content);
    else if (group?.address !== content) groups.push({ family, address: content, facts: new Map() });
  }
  return groups.flatMap(({ address, facts }) => {
    const pixels = (name: string) => pixelsIn(facts.get(name) ?? "");
    const src = httpUrl(facts.get("secure_url") ?? address, base);
    const poster = image === undefined ? null : httpUrl(image, base);
    const details = { poster, title: null, width: pixels("width"), height: pixels("height") };
    const video = declaredVideo(src, details, facts.get("type"));
    return video === null ? [] : [video];
  });
}

function declaredVideo(
  src: string | null,
  details: Pick<Video, "poster" | "title" | "width" | "height">,
  type?: string,
): Video | null {
  if (src === null) return null;
  const player = providerOf(src);
  const isFile =
    player === null &&
    (type?.startsWith("video/") === true ||
      /\.(?:mp4|m4v|webm|ogv|mov|m3u8|mpd)$/iu.test(URL.parse(src)?.pathname ?? ""));
  return {
    src,
    kind: isFile ? "file" : "embed",
    provider: player?.provider ?? null,
    id: player?.id ?? null,
    ...details,
    sources: isFile ? [{ src, type: type ?? null }] : [],
  };
}

/** Each video once. A declared video adds the details that the page's player lacks. */
function mergeVideos(all: readonly Video[]): Video[] {
  const mergedList: Video[] = [];
  const videoByKey = new Map<string, Video>();
  for (const video of all) {
    const keys = keysOf(video);
    const knownVideo = keys.map((key) => videoByKey.get(key)).find((each) => each !== undefined);
    if (knownVideo === undefined) mergedList.push(video);
    else {
      knownVideo.poster ??= video.poster;
      knownVideo.title ??= video.title;
      knownVideo.width ??= video.width;
      knownVideo.height ??= video.height;
      if (knownVideo.sources.length === 0) knownVideo.sources = video.sources;
    }
    for (const key of keys) videoByKey.set(key, knownVideo ?? video);
  }
  return mergedList;
}

function keysOf({ provider, id, src, sources }: Video): string[] {
  const addresses = [src, ...sources.map((source) => source.src)].filter((address) => address !== null);
  return [...(provider !== null && id !== null ? [`${provider} ${id}`] : []), ...addresses];
}

/** The provider of a player, and the provider's id of the video; null if the address does not contain it. */
export type ProviderVideo = { provider: string; id: string | null };

type Rule = { provider: string; host: RegExp; path: RegExp; query?: string };

/** Players that pages embed. The id is the first group of `path`, else the parameter `query`. */
const rules: readonly Rule[] = [
  {
    provider: "youtube",
    host: /^(?:www\.|m\.)?youtube(?:-nocookie)?\.com$/u,
    path: /^\/(?:embed|v|shorts|live)\/(?!videoseries$)([\w-]{6,})/u,
  },
  {
    provider: "youtube",
    host: /^(?:www\.|m\.)?youtube(?:-nocookie)?\.com$/u,
    path: /^\/(?:watch|embed\/videoseries|embed\/?)$/u,
    query: "v",
  },
  { provider: "youtube", host: /^youtu\.be$/u, path: /^\/([\w-]{6,})/u },
  { provider: "vimeo", host: /^player\.vimeo\.com$/u, path: /^\/video\/(\d+)/u },
  { provider: "vimeo", host: /^(?:www\.)?vimeo\.com$/u, path: /^\/(?:video\/|channels\/[^/]+\/|event\/)?(\d+)/u },
  { provider: "dailymotion", host: /^(?:www\.)?dailymotion\.com$/u, path: /^\/(?:embed\/)?video\/(\w+)/u },
  { provider: "dailymotion", host: /^geo\.dailymotion\.com$/u, path: /^\/player/u, query: "video" },
  { provider: "dailymotion", host: /^dai\.ly$/u, path: /^\/(\w+)/u },
  { provider: "wistia", host: /(?:^|\.)wistia\.(?:com|net)$/u, path: /^\/(?:embed\/(?:iframe|medias)|medias)\/(\w+)/u },
  { provider: "twitch", host: /^player\.twitch\.tv$/u, path: /^\//u, query: "video" },
  { provider: "twitch", host: /^clips\.twitch\.tv$/u, path: /^\/embed/u, query: "clip" },
  { provider: "loom", host: /^(?:www\.)?loom\.com$/u, path: /^\/(?:embed|share)\/(\w+)/u },
  { provider: "vidyard", host: /^play\.vidyard\.com$/u, path: /^\/([\w-]+?)(?:\.html)?$/u },
  { provider: "brightcove", host: /^players\.brightcove\.net$/u, path: /^\//u, query: "videoId" },
  { provider: "jwplayer", host: /^(?:cdn|content)\.jwplatform\.com$/u, path: /^\/players\/(\w+)/u },
  { provider: "kaltura", host: /^cdnapi(?:sec)?\.kaltura\.com$/u, path: /^\//u, query: "entry_id" },
  {
    provider: "cloudflare",
    host: /^(?:iframe\.videodelivery\.net|customer-\w+\.cloudflarestream\.com)$/u,
    path: /^\/(\w+)/u,
  },
  { provider: "bunny", host: /^(?:iframe|player)\.mediadelivery\.net$/u, path: /^\/(?:embed|play)\/\d+\/([\w-]+)/u },
  { provider: "mux", host: /^player\.mux\.com$/u, path: /^\/(\w+)/u },
  { provider: "streamable", host: /^streamable\.com$/u, path: /^\/(?:[eos]\/)?(\w+)/u },
  { provider: "ted", host: /^embed(?:-ssl)?\.ted\.com$/u, path: /^\/talks\/(?:lang\/\w+\/)?(\w+)/u },
  { provider: "facebook", host: /^(?:www\.)?facebook\.com$/u, path: /^\/plugins\/video\.php/u },
  { provider: "tiktok", host: /^(?:www\.)?tiktok\.com$/u, path: /^\/(?:embed(?:\/v\d)?|player\/v1)\/(\d+)/u },
  { provider: "rumble", host: /^rumble\.com$/u, path: /^\/embed\/(\w+)/u },
  { provider: "bilibili", host: /^player\.bilibili\.com$/u, path: /^\//u, query: "bvid" },
  { provider: "vk", host: /^(?:vk\.com|vkvideo\.ru)$/u, path: /^\/video_ext\.php/u, query: "id" },
  { provider: "rutube", host: /^rutube\.ru$/u, path: /^\/(?:play\/embed|video)\/(\w+)/u },
  { provider: "videopress", host: /^(?:video\.wordpress|videopress)\.com$/u, path: /^\/(?:embed|v)\/(\w+)/u },
  { provider: "sproutvideo", host: /^videos\.sproutvideo\.com$/u, path: /^\/embed\/(\w+)/u },
  { provider: "odysee", host: /^odysee\.com$/u, path: /^\/(?:\$|%24)\/embed\/([^/]+)/u },
];

/** The provider of a player's address; null if it is not a known player. */
export function providerOf(address: string): ProviderVideo | null {
  const url = URL.parse(address);
  if (url === null || !/^https?:$/u.test(url.protocol)) return null;
  for (const { provider, host, path, query } of rules) {
    const match = host.test(url.hostname) ? path.exec(url.pathname) : null;
    if (match === null) continue;
    return { provider, id: match[1] ?? (query === undefined ? null : url.searchParams.get(query)) };
  }
  return null;
}
