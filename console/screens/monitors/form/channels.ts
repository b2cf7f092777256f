import type { ChannelSetting, ChannelType } from "#schemas/monitor/channels.ts";
import { type Form, listAt } from "../../../forms/draft.ts";

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

const isChannelType = (value: string): value is ChannelType => Object.hasOwn(channelKinds, value);

/** The types, in the order of forms. */
export const channelTypes = Object.keys(channelKinds).filter(isChannelType);

/** Maximum number of channels of a monitor. */
export const maxChannels = 10;

/** A channel of a body. Settings that are not given again stay as they are. */
export type ChannelEntry = { id?: string; type: ChannelType } & Partial<Record<ChannelSetting, string>>;

/** The channels as a request has them, without the hosts of saved ones. */
export function channelsOf(form: Form): ChannelEntry[] {
  return listAt(form, "alerts.channels")
    .filter(isChannel)
    .map(({ host: _host, ...entry }) => entry);
}

/** The host of a saved channel. Undefined for a new one. */
export function hostOf(form: Form, { id }: ChannelEntry): string | undefined {
  const saved = form.saved("alerts.channels");
  return Array.isArray(saved) ? saved.filter(isChannel).find((channel) => channel.id === id)?.host : undefined;
}

function isChannel(value: unknown): value is ChannelEntry & { host?: string } {
  return typeof value === "object" && value !== null && "type" in value;
}
