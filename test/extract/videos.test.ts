import { assert } from "chai";
import { providerOf } from "#activities/extract/videos.ts";
import type { Video } from "#schemas/extracts/media.ts";
import { type ChromePages, openChromePages, textOf } from "./chromePages.ts";

const players: [address: string, provider: string, id: string | null][] = [
  ["https://www.youtube.com/embed/abcDEF-_123?rel=0", "youtube", "abcDEF-_123"],
  ["https://www.youtube-nocookie.com/embed/abcDEF-_123", "youtube", "abcDEF-_123"],
  ["https://www.youtube.com/embed/videoseries?list=PL1", "youtube", null],
  ["https://www.youtube.com/watch?v=abcDEF-_123", "youtube", "abcDEF-_123"],
  ["https://www.youtube.com/shorts/abcDEF-_123", "youtube", "abcDEF-_123"],
  ["https://youtu.be/abcDEF-_123?t=4", "youtube", "abcDEF-_123"],
  ["https://player.vimeo.com/video/76543210?h=ab", "vimeo", "76543210"],
  ["https://vimeo.com/76543210", "vimeo", "76543210"],
  ["https://www.dailymotion.com/embed/video/x8abcd", "dailymotion", "x8abcd"],
  ["https://geo.dailymotion.com/player/xabc.html?video=x8abcd", "dailymotion", "x8abcd"],
  ["https://fast.wistia.net/embed/iframe/abcde12345", "wistia", "abcde12345"],
  ["https://acme.wistia.com/medias/abcde12345", "wistia", "abcde12345"],
  ["https://player.twitch.tv/?video=v123&parent=x", "twitch", "v123"],
  ["https://player.twitch.tv/?channel=quay&parent=x", "twitch", null],
  ["https://clips.twitch.tv/embed?clip=AbcDef", "twitch", "AbcDef"],
  ["https://www.loom.com/embed/0123456789abcdef", "loom", "0123456789abcdef"],
  ["https://players.brightcove.net/1/default_default/index.html?videoId=456", "brightcove", "456"],
  ["https://iframe.videodelivery.net/5d5bc37ffcf54c9b", "cloudflare", "5d5bc37ffcf54c9b"],
  ["https://iframe.mediadelivery.net/embed/123/0a1b-2c", "bunny", "0a1b-2c"],
  ["https://www.facebook.com/plugins/video.php?href=x", "facebook", null],
  ["https://www.tiktok.com/embed/v2/7000000000000000000", "tiktok", "7000000000000000000"],
];

const strangers = [
  "https://youtube.com.example/embed/abcDEF-_123",
  "https://example.com/youtube.com/embed/abcDEF-_123",
  "https://notyoutu.be/abcDEF-_123",
  "https://vimeo.com/about",
  "https://www.facebook.com/plugins/like.php",
  "javascript:0",
  "none",
];

describe("videos", () => {
  let pages: ChromePages;
  before(async () => {
    pages = await openChromePages();
  });
  after(() => pages.close());

  const videosOf = async (html: string): Promise<Video[]> =>
    JSON.parse(textOf(await pages.extract(html, ["videos"]), "videos"));

  it("knows players that pages embed", () => {
    for (const [address, provider, id] of players) assert.deepEqual(providerOf(address), { provider, id }, address);
    for (const address of strangers) assert.isNull(providerOf(address), address);
  });

  it("finds players in shadow roots", async () => {
    const html = `<x-player></x-player><script>
      document.querySelector("x-player").attachShadow({ mode: "open" }).innerHTML = '<video src="/film.mp4" width="320" height="180"></video>';
    </script>`;
    const [video] = await videosOf(html);
    assert.deepInclude(video, { src: "https://page.test/film.mp4", kind: "file", width: 320, height: 180 });
  });

  it("has no address for media that a script feeds to a player", async () => {
    const html = `<video></video><script>document.querySelector("video").src = URL.createObjectURL(new MediaSource());</script>`;
    const [video] = await videosOf(html);
    assert.deepInclude(video, { src: null, kind: "file", sources: [] });
  });

  it("takes each video that the head declares, with its details", async () => {
    const meta = (property: string, content: string) => `<meta property="${property}" content="${content}">`;
    const html = [
      meta("og:video:url", "https://www.youtube.com/embed/abcDEF-_123"),
      meta("og:video:type", "text/html"),
      meta("og:video:width", "1280"),
      meta("og:video:url", "https://files.test/a.mp4?x=1"),
      meta("og:video:type", "video/mp4"),
      meta("og:video:tag", "harbour"),
    ].join("");
    const videos = await videosOf(html);
    assert.deepEqual(
      videos.map(({ src, kind, provider, width }) => [src, kind, provider, width]),
      [
        ["https://www.youtube.com/embed/abcDEF-_123", "embed", "youtube", 1280],
        ["https://files.test/a.mp4?x=1", "file", null, null],
      ],
    );
  });

  it("tolerates any JSON-LD", async () => {
    const blocks = [
      `{"@type": "VideoObject", "contentUrl": "javascript:0", "embedUrl": 7}`,
      `{"@type": ["VideoObject"], "contentUrl": ["/a.mp4"], "thumbnailUrl": {"url": "/a.jpg"}, "width": {"__proto__": 1}, "name": {"a": 1}}`,
      `{"@type": "VideoObject"`,
    ];
    const html = blocks.map((block) => `<script type="application/ld+json">${block}</script>`).join("");
    const videos = await videosOf(html);
    assert.lengthOf(videos, 1);
    assert.deepInclude(videos[0], {
      src: "https://page.test/a.mp4",
      poster: "https://page.test/a.jpg",
      title: null,
      width: null,
    });
  });
});
