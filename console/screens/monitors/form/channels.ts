import type { Channel, ChannelInput, ChannelSetting, ChannelType } from "#schemas/monitor/channels.ts";

/** A channel as a person edits it. Settings that are not given again stay as they are. */
export type ChannelEntry = {
  /** Distinguishes entries on the screen. */
  key: string;
  type: ChannelType;
  /** Null for a channel that is not saved yet. */
  saved: Pick<Channel, "id" | "host"> | null;
  settings: Readonly<Partial<Record<ChannelSetting, string>>>;
};

type Field = { name: ChannelSetting; label: string; placeholder: string; isSecret?: boolean; isOptional?: boolean };

const url = (label: string, placeholder: string): Field => ({ name: "url", label, placeholder });

/** The name and the fields of each type. */
export const channelKinds: Record<ChannelType, { label: string; fields: readonly Field[] }> = {
  slack: { label: "Slack", fields: [url("Incoming webhook", "https://hooks.slack.com/services/…")] },
  discord: { label: "Discord", fields: [url("Webhook of the channel", "https://discord.com/api/webhooks/…")] },
  teams: { label: "Microsoft Teams", fields: [url("Address of the workflow", "https://…/workflows/…")] },
  ntfy: {
    label: "ntfy",
    fields: [
      url("Address of the topic", "https://ntfy.sh/my-topic"),
      { name: "token", label: "Access token", placeholder: "", isSecret: true, isOptional: true },
    ],
  },
  telegram: {
    label: "Telegram",
    fields: [
      { name: "token", label: "Token of the bot", placeholder: "123456:ABC-DEF", isSecret: true },
      { name: "chatId", label: "Chat", placeholder: "-1001234567890 or @name" },
      { ...url("Address of your own Bot API server", "https://api.telegram.org"), isOptional: true },
    ],
  },
  apprise: {
    label: "Apprise",
    fields: [
      url("Address of the Apprise API", "https://apprise.example.com/notify/key"),
      { name: "tag", label: "Tags", placeholder: "", isOptional: true },
      {
        name: "urls",
        label: "Apprise addresses",
        placeholder: "mailto://…, json://…",
        isSecret: true,
        isOptional: true,
      },
    ],
  },
};

/** The types as options of a choice. */
export const channelOptions = Object.entries(channelKinds).map(([value, { label }]) => ({ value, label }));

/** The entries for the channels that a monitor has. */
export function entriesOf(channels: readonly Channel[]): ChannelEntry[] {
  return channels.map(({ id, type, host }) => ({ key: id, type, saved: { id, host }, settings: {} }));
}

/** A new entry without settings. */
export function newEntry(type: ChannelType): ChannelEntry {
  return { key: crypto.randomUUID(), type, saved: null, settings: {} };
}

/** The channels of a request. */
export function channelsOf(entries: readonly ChannelEntry[]): ChannelInput[] {
  return entries.map((entry) => ({
    ...(entry.saved !== null && { id: entry.saved.id }),
    ...inputs[entry.type](entry),
  }));
}

const inputs: Record<ChannelType, (entry: ChannelEntry) => ChannelInput> = {
  slack: (entry) => ({ type: "slack", ...given(entry, "url") }),
  discord: (entry) => ({ type: "discord", ...given(entry, "url") }),
  teams: (entry) => ({ type: "teams", ...given(entry, "url") }),
  ntfy: (entry) => ({ type: "ntfy", ...given(entry, "url"), ...given(entry, "token") }),
  telegram: (entry) => ({
    type: "telegram",
    ...given(entry, "token"),
    ...given(entry, "chatId"),
    ...given(entry, "url"),
  }),
  apprise: (entry) => ({ type: "apprise", ...given(entry, "url"), ...given(entry, "tag"), ...given(entry, "urls") }),
};

/** One setting of an entry; nothing if it is empty. */
function given<Name extends ChannelSetting>({ settings }: ChannelEntry, name: Name): Partial<Record<Name, string>> {
  const value = settings[name]?.trim() ?? "";
  const setting: Partial<Record<Name, string>> = {};
  if (value !== "") setting[name] = value;
  return setting;
}
