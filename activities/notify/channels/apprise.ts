import { cutChars } from "../../cut.ts";
import { type BuildRequest, linksOf, neededSetting, plainText, type Tone, toneOf } from "./message.ts";

/** Apprise cuts or splits a text by the limits of each service. This bound is far above them. */
const maxTextChars = 10_000;
const maxTitleChars = 250;

const types = { alarm: "warning", relief: "success", note: "info" } as const satisfies Record<Tone, string>;

/** A notification for an Apprise API server. */
export const buildApprise: BuildRequest = (message, settings) => {
  const links = linksOf(message).map(({ label, url }) => `${label}: ${url}`);
  const { urls, tag } = settings;
  const { title, pictureUrl } = message;
  return {
    url: neededSetting(settings, "url"),
    body: {
      title: cutChars(escape(title), maxTitleChars),
      body: [cutChars(escape(plainText(message)), maxTextChars), "", ...links].join("\n"),
      type: types[toneOf(message)],
      format: "text",
      ...(pictureUrl !== null && { attach: [pictureUrl] }),
      ...(urls !== undefined && { urls }),
      ...(tag !== undefined && { tag }),
    },
  };
};

/** Keeps the services behind Apprise from reading a mention such as `@everyone` or `<!channel>`. */
function escape(text: string): string {
  return text.replaceAll(/@(?=[\p{L}\p{N}])|<(?=[!@#])/gu, "$&\u200B");
}
