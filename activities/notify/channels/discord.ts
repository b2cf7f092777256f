import { cutChars, escapeWithin } from "../../cut.ts";
import type { Fact } from "../alert/changeFacts.ts";
import { wordLines } from "../alert/wordLines.ts";
import {
  type BuildRequest,
  type ChannelMessage,
  linksOf,
  neededSetting,
  shownFacts,
  type Tone,
  toneOf,
} from "./message.ts";

/** Discord's limits in characters. All texts of the embeds together may have 6,000. */
const maxTitleChars = 256;
const maxDescriptionChars = 4_096;
/** Bounds of the parts, so that the links always fit. */
const maxLeadChars = 2_000;
const maxFactsChars = 1_000;
const maxWordsChars = 1_500;

const colors = { alarm: 0xd1_43_1d, relief: 0x1d_8a_4e, note: 0x1d_5f_d1 } as const satisfies Record<Tone, number>;

/** A message with one embed for a channel's webhook. It mentions no user. */
export const buildDiscord: BuildRequest = (message, settings) => {
  const { title, see, pictureUrl, at } = message;
  const embed = {
    title: cutChars(title, maxTitleChars),
    url: see.url,
    description: describe(message),
    color: colors[toneOf(message)],
    timestamp: at.toISOString(),
    ...(pictureUrl !== null && { image: { url: pictureUrl } }),
  };
  return { url: neededSetting(settings, "url"), body: { embeds: [embed], allowed_mentions: { parse: [] } } };
};

function named([label, value]: Fact): string {
  return `**${escape(label)}:** ${escape(value)}`;
}

function describe(message: ChannelMessage): string {
  const lead = escapeWithin(message.lead, maxLeadChars, escape);
  const head = [lead, cutChars(message.notes.map(named).join("\n"), maxFactsChars)].join("\n").trimEnd();
  const links = linksOf(message).map(({ label, url }) => `[${label}](${url})`);
  const facts = cutChars(shownFacts(message).map(named).join(" · "), maxFactsChars);
  const foot = [facts, links.join(" · ")].join("\n");
  // Three backticks would end the block.
  const words = wordLines(message).join("\n").replaceAll("`", "ˋ");
  const room = maxDescriptionChars - head.length - foot.length - fence.length - maxBreaks;
  const block = words === "" ? [] : [fence.replace("…", () => cutChars(words, Math.min(room, maxWordsChars)))];
  return [head, ...block, foot].join("\n");
}

/** Line breaks around the block. */
const maxBreaks = 2;
const fence = "```diff\n…\n```";

/** Keeps Discord from interpreting Markdown and mentions. */
function escape(text: string): string {
  return text.replaceAll(/[\\`*_~|<>#[\]()@:-]/g, String.raw`\$&`);
}
