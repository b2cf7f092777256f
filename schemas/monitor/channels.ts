import { type Static, Type } from "typebox";
import { literals, type Sealed, telegramTokenPattern, Uuid } from "../common.ts";

/** Services that a monitor can send messages to. */
export const ChannelType = literals(["slack", "discord", "teams", "ntfy", "telegram", "apprise"]);
export type ChannelType = Static<typeof ChannelType>;

/** Maximum number of channels of a monitor. */
export const maxChannels = 10;

const id = Type.Optional(
  Type.String({
    format: "uuid",
    description:
      "Id of a channel that the monitor has. Values that are not given again stay. Without it, a new channel.",
  }),
);
const address = (description: string) =>
  Type.Optional(Type.String({ maxLength: 2048, pattern: "^https?://", writeOnly: true, description }));
const secret = (description: string, maxLength: number) =>
  Type.Optional(Type.String({ minLength: 1, maxLength, pattern: "^\\S+$", writeOnly: true, description }));

const noExtraFields = { additionalProperties: false } as const;

/** The settings of each type. All but `type` and `id` are secret. */
const channelInputs = {
  slack: Type.Object({ type: literals(["slack"]), id, url: address("Address of an incoming webhook.") }, noExtraFields),
  discord: Type.Object(
    { type: literals(["discord"]), id, url: address("Address of a channel's webhook.") },
    noExtraFields,
  ),
  teams: Type.Object(
    { type: literals(["teams"]), id, url: address("Address of a workflow that posts to a chat or channel.") },
    noExtraFields,
  ),
  ntfy: Type.Object(
    {
      type: literals(["ntfy"]),
      id,
      url: address("Address of a topic, such as https://ntfy.sh/my-topic."),
      token: secret("Access token, if the topic needs one.", 256),
    },
    noExtraFields,
  ),
  telegram: Type.Object(
    {
      type: literals(["telegram"]),
      id,
      token: Type.Optional(
        Type.String({ pattern: telegramTokenPattern, writeOnly: true, description: "The bot's token." }),
      ),
      chatId: secret("Id of the chat, or @name of a public channel.", 64),
      url: address("Address of a Bot API server of your own. Default: https://api.telegram.org."),
    },
    noExtraFields,
  ),
  apprise: Type.Object(
    {
      type: literals(["apprise"]),
      id,
      url: address("Address of an Apprise API server: https://host/notify/key, or https://host/notify with `urls`."),
      urls: secret("Apprise addresses, separated by commas, for a server without stored ones.", 2048),
      tag: Type.Optional(
        Type.String({ minLength: 1, maxLength: 256, writeOnly: true, description: "Tags of the stored addresses." }),
      ),
    },
    noExtraFields,
  ),
} as const;

type Inputs = { [Type in ChannelType]: Static<(typeof channelInputs)[Type]> };

/** A channel of a request. */
export type ChannelInput = Inputs[ChannelType];

/** The keyword `discriminator` makes a problem name the field of the given type. */
export const ChannelInput = Type.Unsafe<ChannelInput>({
  type: "object",
  required: ["type"],
  properties: { type: ChannelType },
  discriminator: { propertyName: "type" },
  oneOf: Object.values(channelInputs),
});

/** The settings that a new channel of each type needs. */
export const neededSettings = {
  slack: ["url"],
  discord: ["url"],
  teams: ["url"],
  ntfy: ["url"],
  telegram: ["token", "chatId"],
  apprise: ["url"],
} as const satisfies Record<ChannelType, readonly string[]>;

/** Names of the settings of all types. */
export const channelSettings = ["url", "token", "chatId", "urls", "tag"] as const;
export type ChannelSetting = (typeof channelSettings)[number];

/** The field under which a setting of a channel is sealed. */
export function channelField(channelId: string, setting: ChannelSetting): string {
  return `alerts.channels.${channelId}.${setting}`;
}

/** The opened settings of a channel. */
export type ChannelSettings = Partial<Record<ChannelSetting, string>>;

/** Server of a Telegram channel without `url`. */
export const telegramUrl = "https://api.telegram.org";

/** The problem of a channel's address that its schema cannot express; null without one. */
export function problemOfAddress({ type, url }: ChannelInput): string | null {
  if (type !== "ntfy" || url === undefined || ntfyTopic(url) !== null) return null;
  return "must end with a topic: 1 to 64 letters, digits, hyphens or underscores, as in https://ntfy.sh/my-topic";
}

/** The topic at the end of an address of ntfy, in ntfy's own grammar; null without one. */
export function ntfyTopic(url: string): string | null {
  return /\/([-_A-Za-z0-9]{1,64})\/*$/.exec(URL.parse(url)?.pathname ?? "")?.[1] ?? null;
}

/** A channel as the API shows it. */
export const Channel = Type.Object(
  {
    id: Uuid,
    type: ChannelType,
    host: Type.String({ description: "Host that messages are sent to. The rest of the address is write-only." }),
  },
  noExtraFields,
);
export type Channel = Static<typeof Channel>;

/** A channel in a monitor's record. Each setting is sealed alone, so that one can change without the others. */
export type ChannelRecord = Channel & { sealed: Partial<Record<ChannelSetting, Sealed>> };
