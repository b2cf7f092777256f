import { cutBytes } from "../../cut.ts";
import { factLines } from "../alert/changeFacts.ts";
import { wordLines } from "../alert/wordLines.ts";
import { type BuildRequest, type ChannelMessage, linksOf, neededSetting, shownFacts } from "./message.ts";

/** Teams takes messages up to 28 kB. JSON may double a text, so these bounds leave room for that. */
const maxFactsBytes = 3_000;
const maxWordsBytes = 5_000;

/** An Adaptive Card for a workflow that posts to a chat or channel. */
export const buildTeams: BuildRequest = (message, settings) => ({
  url: neededSetting(settings, "url"),
  body: {
    type: "message",
    attachments: [
      { contentType: "application/vnd.microsoft.card.adaptive", contentUrl: null, content: cardOf(message) },
    ],
  },
});

function cardOf(message: ChannelMessage): object {
  const { title, lead, notes, pictureUrl } = message;
  const words = wordLines(message).join("\n");
  return {
    $schema: "http://adaptivecards.io/schemas/adaptive-card.json",
    type: "AdaptiveCard",
    version: "1.4",
    msteams: { width: "Full" },
    body: [
      paragraph(title, { size: "large", weight: "bolder" }),
      paragraph(cutBytes([lead, ...factLines(notes)].join("\n"), maxFactsBytes)),
      ...(words === "" ? [] : [paragraph(cutBytes(words, maxWordsBytes), { fontType: "monospace" })]),
      ...(pictureUrl === null
        ? []
        : [{ type: "Image", url: pictureUrl, altText: title, msteams: { allowExpand: true } }]),
      paragraph(cutBytes(factLines(shownFacts(message)).join(" · "), maxFactsBytes), { size: "small" }),
    ],
    actions: linksOf(message).map(({ label, url }) => ({ type: "Action.OpenUrl", title: label, url })),
  };
}

/** Runs of text, which Teams does not read as Markdown. */
function paragraph(text: string, style: Record<string, string> = {}): object {
  return { type: "RichTextBlock", inlines: [{ type: "TextRun", text, ...style }] };
}
