import { expect } from "chai";
import { channelBuilders } from "#activities/notify/channels/channels.ts";
import type { ChannelMessage } from "#activities/notify/channels/message.ts";
import { ChannelType, type ChannelSettings } from "#schemas/monitor/channels.ts";
import { channelChecks } from "../support/channelLimits.ts";

const settings: Record<ChannelType, ChannelSettings> = {
  slack: { url: "https://hooks.slack.example/services/T/B/X" },
  discord: { url: "https://discord.example/api/webhooks/1/X" },
  teams: { url: "https://flow.example/workflows/1" },
  ntfy: { url: "https://ntfy.example/base/my-topic", token: "tk_1" },
  telegram: { token: "123456:AAAAAAAAAAAAAAAAAAAAAAAAA", chatId: "-100" },
  apprise: { url: "https://apprise.example/notify/key", tag: "web" },
};

const link = `https://watch.example/render?signature=${"s".repeat(250)}`;

const plain: ChannelMessage = {
  type: "monitor.change_detected",
  title: "Prices has changed",
  lead: "The page differs from its baseline.",
  host: "shop.example",
  pageUrl: null,
  notes: [],
  facts: [["Changed", "12.3 % of the picture (alerts from 1 %)"]],
  numbers: null,
  words: [
    { change: "removed", words: "costs €39 each" },
    { change: "added", words: "costs €45 each" },
  ],
  see: { label: "See what changed", url: `${link}&see` },
  actions: [
    { action: "accept", label: "Accept this change", url: `${link}&accept` },
    { action: "mute", label: "Mute for a day", url: `${link}&mute` },
    { action: "pause", label: "Pause this monitor", url: `${link}&pause` },
  ],
  pictureUrl: `${link}&picture`,
  at: new Date("2026-11-23T12:00:00Z"),
};

/** Texts as long as they can be, of characters that the services interpret, or that need many bytes. */
const hostileTexts = [
  "<!channel> @everyone ",
  "&lt;b&gt;</b>",
  "``` [x](http://evil.example) *_~|",
  '"\\',
  "\u{1f600}",
];

function fill(text: string, chars: number): string {
  return text
    .repeat(Math.ceil(chars / text.length))
    .slice(0, chars)
    .replace(/[\ud800-\udbff]$/, "");
}

const hostile = (text: string): ChannelMessage => ({
  ...plain,
  title: `${fill(text, 100)} has changed`,
  host: fill(text, 253),
  notes: Array.from({ length: 3 }, (_, index) => [`Note ${index}`, fill(text, 500)] as const),
  facts: Array.from({ length: 9 }, (_, index) => [`Fact ${index}`, fill(text, 500)] as const),
  words: Array.from({ length: 20 }, (_, index) => ({
    change: index % 2 === 0 ? "removed" : "added",
    words: fill(text, 200),
  })),
});

function build(type: ChannelType, message: ChannelMessage) {
  const { url, headers = {}, body } = channelBuilders[type](message, settings[type]);
  return { path: new URL(url).pathname, url, headers, body: JSON.stringify(body) };
}

function problemsOf(type: ChannelType, message: ChannelMessage): string[] {
  const sent = build(type, message);
  return channelChecks[type]?.(JSON.parse(sent.body), sent) ?? ["no check"];
}

describe("a channel's message", () => {
  for (const type of ChannelType.enum) {
    it(`to ${type} says what changed, by how much, in which words, and links to it`, () => {
      const { body } = build(type, plain);
      const shown = body.replaceAll("\\\\", "");
      for (const said of [
        "Prices has changed",
        "shop.example",
        "12.3 % of the picture",
        "- costs €39 each",
        "+ costs €45 each",
      ]) {
        expect(shown.replaceAll("\\", ""), said).to.include(said);
      }
      expect(body)
        .to.include("signature=")
        .and.include("&see".replace("&", type === "telegram" ? "&amp;" : "&"));
      expect(body).to.include("&picture");
      expect(problemsOf(type, plain)).to.deep.equal([]);
      expect(build(type, { ...plain, pictureUrl: null }).body).to.not.include("&picture");
    });

    it(`to ${type} says why first, then the words, and the measures last`, () => {
      const { body } = build(type, { ...plain, notes: [["Why", "Answer 503"]] });
      const places = ["Answer 503", "each", "12.3 %"].map((said) => body.indexOf(said));
      expect(places).to.deep.equal(places.toSorted((a, b) => a - b));
      expect(places).to.not.include(-1);
    });

    it(`to ${type} keeps the service's limits and is not interpreted, whatever the page says`, () => {
      for (const text of hostileTexts) expect(problemsOf(type, hostile(text)), text).to.deep.equal([]);
    });
  }

  it("to ntfy goes to the server's root with the topic and the token", () => {
    const { url, headers, body } = build("ntfy", plain);
    expect(url).to.equal("https://ntfy.example/base");
    expect(JSON.parse(body)).to.include({ topic: "my-topic" });
    expect(headers).to.deep.equal({ authorization: "Bearer tk_1" });
  });

  it("to Telegram is a picture with a caption, or a message if the text is too long for one", () => {
    expect(build("telegram", plain).url).to.match(/^https:\/\/api\.telegram\.org\/bot123456:A+\/sendPhoto$/);
    expect(build("telegram", hostile("long ")).url).to.match(/sendMessage$/);
  });

  it("to Discord shows words as a difference that no backtick ends", () => {
    const { embeds } = JSON.parse(build("discord", { ...plain, words: [{ change: "added", words: "a```b" }] }).body);
    expect(embeds[0].description).to.include("```diff\n+ aˋˋˋb\n```");
  });

  it("to Apprise has no mention that the services behind it would act on", () => {
    for (const mention of ["@everyone", "@here", "<!channel>", "<@123>", "<#456>"]) {
      const { title, body } = JSON.parse(
        build("apprise", { ...plain, title: mention, words: [{ change: "added", words: mention }] }).body,
      );
      expect(`${title} ${body}`).to.not.include(mention);
    }
  });
});
