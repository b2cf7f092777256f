import { cutChars, escapeWithin } from "../../cut.ts";
import type { Fact } from "../alert/changeFacts.ts";
import { wordLines } from "../alert/wordLines.ts";
import { type BuildRequest, type ChannelMessage, linksOf, neededSetting, shownFacts } from "./message.ts";

/** Slack's limits: characters of a header, of a text, and of the text of a picture. */
const maxHeaderChars = 150;
const maxTextChars = 3_000;

/** A message of blocks for an incoming webhook. */
export const buildSlack: BuildRequest = (message, settings) => ({
  url: neededSetting(settings, "url"),
  body: { text: cutChars(escape(message.title), maxTextChars), blocks: blocksOf(message), unfurl_links: false },
});

function named([label, value]: Fact): string {
  return `*${escape(label)}:* ${escape(value)}`;
}

function blocksOf(message: ChannelMessage): object[] {
  const paragraphs = [escapeWithin(message.lead, maxTextChars, escape), ...message.notes.map(named)];
  const words = wordLines(message).join("\n");
  const facts = takeParts(shownFacts(message).map(named), "  ·  ");
  const { title, pictureUrl } = message;
  return [
    { type: "header", text: { type: "plain_text", text: cutChars(title, maxHeaderChars) } },
    section(takeParts(paragraphs, "\n")),
    ...(words === "" ? [] : [preformatted(words)]),
    ...(pictureUrl === null
      ? []
      : [{ type: "image", image_url: pictureUrl, alt_text: cutChars(title, maxHeaderChars) }]),
    ...(facts === "" ? [] : [context(facts)]),
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

/** Small text at the end. */
function context(text: string): object {
  return { type: "context", elements: [{ type: "mrkdwn", text, verbatim: true }] };
}

/** Text that Slack does not interpret. */
function preformatted(text: string): object {
  const content = [{ type: "text", text: cutChars(text, maxTextChars) }];
  return { type: "rich_text", elements: [{ type: "rich_text_preformatted", elements: content }] };
}

/** The first parts that fit. A part is never cut, as that might split an escaped character. */
function takeParts(parts: readonly string[], between: string): string {
  let text = "";
  for (const part of parts) {
    const longer = text === "" ? part : `${text}${between}${part}`;
    if (longer.length > maxTextChars) break;
    text = longer;
  }
  return text;
}

function escape(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
