import type { Json } from "#schemas/common.ts";
import type { Video } from "#schemas/extracts/media.ts";
import { defineExtractor, whatWasCut } from "./extractor.ts";
import { isJsonObject, type JsonObject, parseJsonLd, typesOf } from "./metadata/jsonLd.ts";
import { readingVideos, readVideos, type VideosRead } from "./page/readVideos.ts";
import { sharing } from "./page/shared.ts";

const maxText = 2000;

/** `videos`: players on the page, and videos its head declares. */
export const videos = defineExtractor({
  contentType: "application/json",
  read: readVideos,
  uses: [...sharing, ...readingVideos],
  finish(read) {
    const jsonLd = parseJsonLd(read.jsonLd);
    const declared = [...jsonLd.items.flatMap((item) => videoObjects(item, read.base)), ...declaredByMetas(read)];
    const value = joined([...shownVideos(read), ...declared]);
    return {
      bytes: Buffer.from(JSON.stringify(value)),
      ...whatWasCut([...read.cut, ...(jsonLd.cut ? ["jsonLd"] : [])]),
    };
  },
});

/** Players that are elements of the page; of embedded pages those that are a known player. */
function shownVideos({ elements }: VideosRead): Video[] {
  return elements.flatMap((element): Video[] => {
    const known = element.src === null ? null : providerOf(element.src);
    if (element.kind === "embed" && known === null) return [];
    const { src, kind, poster, title, sources } = element;
    const { provider, id } = known ?? { provider: null, id: null };
    const [width, height] = [rounded(element.width), rounded(element.height)];
    return [{ src, kind, provider, id, poster, title, width, height, sources }];
  });
}

function rounded(pixels: number | null): number | null {
  return pixels === null ? null : Math.round(pixels);
}

/** The `VideoObject`s in an object of JSON-LD, at any depth that the parser keeps. */
function videoObjects(item: JsonObject, base: string): Video[] {
  const found: Video[] = [];
  const waiting: Json[] = [item];
  for (let at = waiting.pop(); at !== undefined && found.length < 100; at = waiting.pop()) {
    if (Array.isArray(at)) waiting.push(...at.toReversed());
    if (!isJsonObject(at)) continue;
    if (typesOf(at).includes("VideoObject")) found.push(...fromVideoObject(at, base));
    waiting.push(...Object.values(at).toReversed());
  }
  return found;
}

function fromVideoObject(object: JsonObject, base: string): Video[] {
  const address = (key: string) => addressIn(object[key], base);
  const [file, player] = [address("contentUrl"), address("embedUrl")];
  const number = (key: string) => {
    const stated = isJsonObject(object[key]) ? object[key]["value"] : object[key];
    return typeof stated === "number" || typeof stated === "string" ? pixelsIn(String(stated)) : null;
  };
  const name = typeof object["name"] === "string" ? object["name"].trim().slice(0, maxText).toWellFormed() : "";
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

/** An address in JSON-LD, which may stand in a list or in an object of its own. */
function addressIn(value: Json | undefined, base: string): string | null {
  if (typeof value === "string") return webAddress(value, base);
  if (Array.isArray(value)) return addressIn(value[0], base);
  return isJsonObject(value) ? addressIn(value["url"] ?? value["contentUrl"] ?? value["@id"], base) : null;
}

function webAddress(address: string, base: string): string | null {
  const url = URL.parse(address.trim(), base);
  return url !== null && /^https?:$/u.test(url.protocol) && url.href.length <= 8192 ? url.href : null;
}

/** What `og:video` and `twitter:player` declare; each `og:video` begins a video, what follows it tells of that. */
function declaredByMetas({ metas, base }: VideosRead): Video[] {
  const groups: { family: string; address: string; facts: Map<string, string> }[] = [];
  const image = metas.find(([name]) => name === "og:image")?.[1];
  for (const [name, content] of metas) {
    const [, family, fact] = /^(og:video|twitter:player)(?::(.+))?$/u.exec(name) ?? [];
    if (family === undefined) continue;
    const group = groups.findLast((each) => each.family === family);
    const begins = fact === undefined || fact === "url" || (fact === "secure_url" && group === undefined);
    if (!begins) group?.facts.set(fact, content);
    else if (group?.address !== content) groups.push({ family, address: content, facts: new Map() });
  }
  return groups.flatMap(({ address, facts }) => {
    const pixels = (name: string) => pixelsIn(facts.get(name) ?? "");
    const src = webAddress(facts.get("secure_url") ?? address, base);
    const poster = image === undefined ? null : webAddress(image, base);
    const about = { poster, title: null, width: pixels("width"), height: pixels("height") };
    const video = declaredVideo(src, about, facts.get("type"));
    return video === null ? [] : [video];
  });
}

function declaredVideo(
  src: string | null,
  about: Pick<Video, "poster" | "title" | "width" | "height">,
  type?: string,
): Video | null {
  if (src === null) return null;
  const known = providerOf(src);
  const isFile =
    known === null &&
    (type?.startsWith("video/") === true ||
      /\.(?:mp4|m4v|webm|ogv|mov|m3u8|mpd)$/iu.test(URL.parse(src)?.pathname ?? ""));
  return {
    src,
    kind: isFile ? "file" : "embed",
    provider: known?.provider ?? null,
    id: known?.id ?? null,
    ...about,
    sources: isFile ? [{ src, type: type ?? null }] : [],
  };
}

/** Each video once: what is declared of one that is shown fills in what its element leaves open. */
function joined(all: readonly Video[]): Video[] {
  const found: Video[] = [];
  const places = new Map<string, Video>();
  for (const video of all) {
    const keys = keysOf(video);
    const known = keys.map((key) => places.get(key)).find((each) => each !== undefined);
    if (known === undefined) found.push(video);
    else {
      known.poster ??= video.poster;
      known.title ??= video.title;
      known.width ??= video.width;
      known.height ??= video.height;
      if (known.sources.length === 0) known.sources = video.sources;
    }
    for (const key of keys) places.set(key, known ?? video);
  }
  return found;
}

function keysOf({ provider, id, src, sources }: Video): string[] {
  const addresses = [src, ...sources.map((source) => source.src)].filter((address) => address !== null);
  return [...(provider !== null && id !== null ? [`${provider} ${id}`] : []), ...addresses];
}

/** Whose player an address is of, and the provider's name for the video where the address holds it. */
export type ProviderVideo = { provider: string; id: string | null };

type Rule = { provider: string; host: RegExp; path: RegExp; query?: string };

/** Players that pages embed. The first group of `path`, else the parameter `query`, is the video's id. */
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

/** The player an address is of; null where it is of none that we know. */
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
