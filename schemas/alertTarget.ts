import { type Static, Type } from "typebox";
import { DateTime, PresetName, Uuid } from "./common.ts";
import { Channel, ChannelInput, type ChannelRecord, maxChannels } from "./monitor/channels.ts";
import { Tag } from "./monitor/monitor.ts";
import { withoutDefaults } from "./options/option.ts";

const closed = { additionalProperties: false } as const;

const name = Type.Unsafe<string>({ ...PresetName, description: "Small letters, digits and hyphens." });

const settings = {
  channels: Type.Array(ChannelInput, {
    maxItems: maxChannels,
    description:
      "Services that get each message. A change replaces the list. A channel with its `id` keeps its settings.",
  }),
  recipientIds: Type.Array(Uuid, {
    maxItems: 20,
    uniqueItems: true,
    description: "Recipients of this account. Each gets mails once its reader has confirmed.",
  }),
  tags: Type.Array(Tag, { maxItems: 20, description: "Each monitor with one of these tags tells the target." }),
  allMonitors: Type.Boolean({ default: false, description: "Whether each monitor of the account tells the target." }),
};

/** Body of `POST /alert-targets`. */
export const AlertTargetRequest = Type.Object(
  {
    name,
    channels: Type.Optional(settings.channels),
    recipientIds: Type.Optional(settings.recipientIds),
    tags: Type.Optional(settings.tags),
    allMonitors: Type.Optional(settings.allMonitors),
  },
  closed,
);
export type AlertTargetRequest = Static<typeof AlertTargetRequest>;

/** Body of `PATCH /alert-targets/{id}`. */
export const AlertTargetPatch = Type.Object(
  {
    name: Type.Optional(name),
    channels: Type.Optional(settings.channels),
    recipientIds: Type.Optional(settings.recipientIds),
    tags: Type.Optional(settings.tags),
    allMonitors: Type.Optional(withoutDefaults(settings.allMonitors)),
  },
  { ...closed, minProperties: 1 },
);
export type AlertTargetPatch = Static<typeof AlertTargetPatch>;

/** An alert target as the API shows it. */
export const AlertTarget = Type.Object(
  {
    id: Uuid,
    name: PresetName,
    channels: Type.Array(Channel),
    recipientIds: Type.Array(Uuid),
    tags: Type.Array(Type.String()),
    allMonitors: Type.Boolean(),
    createdAt: DateTime,
    updatedAt: DateTime,
  },
  closed,
);
export type AlertTarget = Static<typeof AlertTarget>;

/** Reply with one alert target. */
export const AlertTargetReply = Type.Object({ success: Type.Literal(true), alertTarget: AlertTarget }, closed);

/** Reply of `GET /alert-targets`. */
export const AlertTargetList = Type.Object(
  { success: Type.Literal(true), alertTargets: Type.Array(AlertTarget) },
  closed,
);

/** Maximum alert targets of an account. */
export const maxAlertTargets = 50;

/** An alert target in MongoDB. The settings of its channels are sealed for it. */
export type AlertTargetRecord = {
  _id: string;
  accountId: string;
  name: string;
  channels: ChannelRecord[];
  recipientIds: string[];
  tags: string[];
  allMonitors: boolean;
  createdAt: Date;
  updatedAt: Date;
};
