import { cutChars } from "../../cut.ts";
import { type BuildRequest, type ChannelMessage, linksOf, neededSetting, shownFacts, wordLines } from "./message.ts";

/** Slack's limits: characters of a header, of a text, and of the text of a picture. */
const maxHeaderChars = 150;
const maxTextChars = 3_000;

/** A message of blocks for an incoming webhook. */
export const buildSlack: BuildRequest = (message, settings) => ({
  url: neededSetting(settings, "url"),
  body: { text: cutChars(escape(message.title), maxTextChars), blocks: blocksOf(message), unfurl_links: false },
});

function blocksOf(message: ChannelMessage): object[] {
  const facts = shownFacts(message).map(([label, value]) => `*${escape(label)}:* ${escape(value)}`);
  const paragraphs = [escape(message.lead), "", ...facts];
  const words = wordLines(message).join("\n");
  const { title, pictureUrl } = message;
  return [
    { type: "header", text: { type: "plain_text", text: cutChars(title, maxHeaderChars) } },
    section(takeLines(paragraphs, maxTextChars)),
    ...(words === "" ? [] : [preformatted(words)]),
    ...(pictureUrl === null
      ? []
      : [{ type: "image", image_url: pictureUrl, alt_text: cutChars(title, maxHeaderChars) }]),
    // Buttons would need an app with an address for interactions, so the links are text.
    section(
      linksOf(message)
        .map(({ label, url }) => `<${url}|${label}>`)
        .join("  ·  "),
    ),
  ];
}

function section(text: string): object {
  // `verbatim` keeps Slack from turning names and addresses of the page into links.
  return { type: "section", text: { type: "mrkdwn", text, verbatim: true } };
}

/** Text that Slack does not interpret. */
function preformatted(text: string): object {
  const content = [{ type: "text", text: cutChars(text, maxTextChars) }];
  return { type: "rich_text", elements: [{ type: "rich_text_preformatted", elements: content }] };
}

/** The first lines that fit. A line is never cut, as that might split an escaped character. */
function takeLines(lines: readonly string[], maxChars: number): string {
  let text = "";
  for (const line of lines) {
    if (text.length + line.length + 1 > maxChars) break;
    text += `${line}\n`;
  }
  return text.trimEnd();
}

function escape(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
