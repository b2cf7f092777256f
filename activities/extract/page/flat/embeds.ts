import { absoluteUrl, attribute, baseAddress, type PageFunction } from "../safeDom.ts";

/**
 * The address of an embedded video or post; null for other elements. It may wait for a click, for consent or for a script
 * that never ran.
 */
export function embedAddress(element: Element): string | null {
  const name = element.localName;
  if (name === "iframe") return playerAddress(element) ?? postAddress(element);
  if (name === "div" || name === "blockquote") return placeholderAddress(element);
  const waiting = /^lite-(youtube|vimeo)$/u.exec(name)?.[1];
  const id = encodeURIComponent((attribute(element, "videoid") ?? "").trim().slice(0, 100));
  if (waiting === undefined || id === "") return null;
  return waiting === "youtube" ? `https://www.youtube.com/embed/${id}` : `https://player.vimeo.com/video/${id}`;
}

/** The address of a video player in a frame. The hosts are those of `activities/extract/videos.ts`. */
export function playerAddress(element: Element): string | null {
  const hosts =
    /^https?:\/\/(?:[\w-]+\.)*(?:youtube(?:-nocookie)?\.com\/embed|player\.vimeo\.com\/video|dailymotion\.com\/(?:embed|player)|wistia\.(?:com|net)\/embed|player\.twitch\.tv|clips\.twitch\.tv\/embed|loom\.com\/embed|play\.vidyard\.com|players\.brightcove\.net|jwplatform\.com\/players|kaltura\.com\/|videodelivery\.net|cloudflarestream\.com|mediadelivery\.net\/(?:embed|play)|player\.mux\.com|streamable\.com|embed(?:-ssl)?\.ted\.com|facebook\.com\/plugins\/video|tiktok\.com\/(?:embed|player)|rumble\.com\/embed|player\.bilibili\.com|vk\.com\/video_ext|vkvideo\.ru\/video_ext|rutube\.ru\/play|video\.wordpress\.com|videopress\.com|videos\.sproutvideo\.com|odysee\.com\/(?:\$|%24)\/embed)/u;
  return frameAddresses(element).find((address) => hosts.test(address)) ?? null;
}

/** The address of a post in an element without words, which the script of a social network fills. */
function placeholderAddress(element: Element): string | null {
  const names = /(?:^|\s)(?:fb-post|fb-video|instagram-media|tiktok-embed)(?:\s|$)/u;
  if (!names.test(attribute(element, "class") ?? "") || (element.textContent ?? "").trim() !== "") return null;
  const stated = ["data-href", "data-instgrm-permalink", "cite"].map((name) => attribute(element, name));
  return absoluteUrl(stated.find((address) => address !== null) ?? null, baseAddress());
}

/** The address of a post in a frame: that of the post itself where the frame states it. */
function postAddress(element: Element): string | null {
  for (const address of frameAddresses(element)) {
    const url = URL.parse(address);
    const host = url?.hostname.replace(/^www\./u, "") ?? "";
    const path = url?.pathname ?? "";
    if (host === "facebook.com" && /^\/(?:v[\d.]+\/)?plugins\/(?:post|video)\.php$/u.test(path))
      return absoluteUrl(url?.searchParams.get("href") ?? null, address) ?? address;
    const instagram = host === "instagram.com" ? /^\/(?:p|reel|tv)\/[\w-]+\//u.exec(`${path}/`)?.[0] : undefined;
    if (instagram !== undefined) return `https://www.instagram.com${instagram}`;
    const tweet = host === "platform.twitter.com" || host === "platform.x.com" ? url?.searchParams.get("id") : null;
    if (tweet !== null && tweet !== undefined && /^\d+$/u.test(tweet)) return `https://x.com/i/status/${tweet}`;
    const places = ["embed.bsky.app/embed/", "embed.reddit.com/r/", "redditmedia.com/r/", "linkedin.com/embed/feed/"];
    const isThread = /^threads\.(?:net|com)$/u.test(host) && path.endsWith("/embed");
    const isNamed = /(?:^|\s)mastodon-embed(?:\s|$)/u.test(attribute(element, "class") ?? "");
    if (isThread || isNamed || places.some((place) => `${host}${path}`.startsWith(place))) return address;
  }
  return null;
}

/** The addresses of a frame, also one that a script will load. */
function frameAddresses(element: Element): string[] {
  if (element.localName !== "iframe") return [];
  const names = ["src", "data-src", "data-lazy-src", "data-cookieblock-src", "data-cmp-src"];
  return names
    .flatMap((name) => absoluteUrl(attribute(element, name), baseAddress()) ?? [])
    .filter((address) => /^https?:/u.test(address) && address.length <= 4096);
}

/** The functions of this file. */
export const embedDependencies: readonly PageFunction[] = [
  embedAddress,
  frameAddresses,
  placeholderAddress,
  playerAddress,
  postAddress,
];
