import { ntfyTopic } from "#schemas/monitor/channels.ts";
import { cutBytes, cutChars } from "../../cut.ts";
import { type BuildRequest, linksOf, neededSetting, plainText, type Tone, toneOf } from "./message.ts";

/** A message has at most 4,096 bytes, and the JSON at most twice that. JSON may double the text. */
const maxMessageBytes = 2_800;
const maxTitleChars = 200;
/** Buttons of one message. */
const maxActions = 3;

const tags = { alarm: "warning", relief: "white_check_mark", note: "information_source" } as const satisfies Record<
  Tone,
  string
>;

/** A message for a topic, published as JSON at the root of its server. */
export const buildNtfy: BuildRequest = (message, settings) => {
  const topicUrl = new URL(neededSetting(settings, "url"));
  const folders = topicUrl.pathname.split("/").filter((part) => part !== "");
  folders.pop();
  const { token } = settings;
  const { title, see, pictureUrl } = message;
  return {
    url: new URL(`/${folders.join("/")}`, topicUrl).href,
    ...(token !== undefined && { headers: { authorization: `Bearer ${token}` } }),
    body: {
      topic: ntfyTopic(topicUrl.href) ?? "",
      title: cutChars(title, maxTitleChars),
      message: cutBytes(plainText(message), maxMessageBytes),
      tags: [tags[toneOf(message)]],
      click: see.url,
      ...(pictureUrl !== null && { attach: pictureUrl }),
      actions: linksOf(message)
        .slice(0, maxActions)
        .map(({ label, url }) => ({ action: "view", label, url })),
    },
  };
};
