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
