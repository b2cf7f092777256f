import type { AlertType } from "#schemas/events.ts";
import type { ChannelSetting, ChannelSettings } from "#schemas/monitor/channels.ts";
import type { AlertLink } from "../alert/alertLinks.ts";
import type { AlertMessage } from "../alert/alertParts.ts";
import { type Fact, factLines } from "../alert/changeFacts.ts";
import { wordLines } from "../alert/wordLines.ts";

/** A message for a channel. `type` is null for a sample. */
export type ChannelMessage = Omit<AlertMessage, "type"> & { type: AlertType | null };

/** A request that sends a message. */
type ChannelRequest = { url: string; headers?: Record<string, string>; body: Record<string, unknown> };

/** Makes the request that sends a message to a channel with these settings. */
export type BuildRequest = (message: ChannelMessage, settings: ChannelSettings) => ChannelRequest;

/** How a message should look: bad or good news, or neither. */
export type Tone = "alarm" | "relief" | "note";

const tones = {
  "monitor.change_detected": "alarm",
  "monitor.change_updated": "alarm",
  "monitor.failed": "alarm",
  "monitor.expectation_broken": "alarm",
  "monitor.change_recovered": "relief",
  "monitor.failure_recovered": "relief",
  "monitor.expectation_recovered": "relief",
  "monitor.paused": "note",
} as const satisfies Record<AlertType, Tone>;

export function toneOf({ type }: Pick<ChannelMessage, "type">): Tone {
  return type === null ? "note" : tones[type];
}

/** A setting of a channel. @throws Error if the channel was recorded without it. */
export function neededSetting(settings: ChannelSettings, name: ChannelSetting): string {
  const value = settings[name];
  if (value === undefined) throw new Error(`The channel has no ${name}.`);
  return value;
}

/** The page and the measures, which all channels show last. */
export function shownFacts({ host, facts }: ChannelMessage): Fact[] {
  return host === "" ? facts : [["Page", host], ...facts];
}

/** The links in the order in which channels show them. Some show the first three alone. */
export function linksOf({ see, actions, pageUrl }: ChannelMessage): AlertLink[] {
  return [see, ...actions, ...(pageUrl === null ? [] : [{ label: "Open the page", url: pageUrl }])];
}

/** The message as plain text without its title and links. */
export function plainText(message: ChannelMessage): string {
  const blocks = [factLines(message.notes), wordLines(message), [factLines(shownFacts(message)).join(" · ")]];
  return [message.lead, ...blocks.flatMap((block) => (block.length === 0 ? [] : ["", ...block]))].join("\n");
}
