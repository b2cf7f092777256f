import { telegramUrl } from "#schemas/monitor/channels.ts";
import { cutChars } from "../../cut.ts";
import { withoutEnd } from "../../withoutEnd.ts";
import { type BuildRequest, type ChannelMessage, linksOf, neededSetting, plainText } from "./message.ts";

/** Telegram counts characters without tags: 1,024 of a caption, 4,096 of a message. */
const maxCaptionChars = 1_024;
const maxMessageChars = 4_096;

/** A picture with a caption, or a message if there is no picture or the text is too long for a caption. */
export const buildTelegram: BuildRequest = (message, settings) => {
  const { url = telegramUrl } = settings;
  const method = (name: string) => `${withoutEnd(url, /\//)}/bot${neededSetting(settings, "token")}/${name}`;
  const chat = { chat_id: neededSetting(settings, "chatId"), parse_mode: "HTML" };
  const { pictureUrl } = message;
  const text = textOf(message);
  if (pictureUrl !== null && text.chars <= maxCaptionChars) {
    return { url: method("sendPhoto"), body: { ...chat, photo: pictureUrl, caption: text.html } };
  }
  const preview = pictureUrl === null ? { is_disabled: true } : { url: pictureUrl, prefer_large_media: true };
  return { url: method("sendMessage"), body: { ...chat, text: text.html, link_preview_options: preview } };
};

/** The text as HTML, and its number of characters without tags. */
function textOf(message: ChannelMessage): { html: string; chars: number } {
  const links = linksOf(message);
  const foot = links.map(({ label }) => label).join(" · ");
  const { title } = message;
  const body = cutChars(plainText(message), maxMessageChars - title.length - foot.length - breaks.length * 2);
  const anchors = links.map(({ label, url }) => `<a href="${escape(url)}">${escape(label)}</a>`).join(" · ");
  return {
    html: [`<b>${escape(title)}</b>`, escape(body), anchors].join(breaks),
    chars: [title, body, foot].join(breaks).length,
  };
}

const breaks = "\n\n";

function escape(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}
