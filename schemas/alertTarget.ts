import { type Static, Type } from "typebox";
import { DateTime, nullable, PresetName, Uuid } from "./common.ts";
import { MessageTemplate } from "./messageTemplate.ts";
import { Channel, ChannelInput, type ChannelRecord, maxChannels } from "./monitor/channels.ts";
import { Tag } from "./monitor/monitor.ts";
import { changeOf, replyOf, requestOf, setting } from "./monitor/setting.ts";

const noExtraFields = { additionalProperties: false } as const;

const settings = {
  name: setting({
    schema: Type.Unsafe<string>({ ...PresetName, description: "Small letters, digits and hyphens." }),
    label: "Name",
    needed: true,
    reply: PresetName,
  }),
  channels: setting({
    schema: Type.Array(ChannelInput, {
      maxItems: maxChannels,
      description:
        "Services that get each message. A change replaces the list. A channel with its `id` keeps its settings.",
    }),
    label: "Channels",
    reply: Type.Array(Channel),
  }),
  recipientIds: setting({
    schema: Type.Array(Uuid, {
      maxItems: 20,
      uniqueItems: true,
      description: "Recipients of this account. Each gets mails once its reader has confirmed.",
    }),
    label: "Recipients",
    reply: Type.Array(Uuid),
  }),
  tags: setting({
    schema: Type.Array(Tag, { maxItems: 20, description: "Each monitor with one of these tags tells the target." }),
    label: "Tags",
    reply: Type.Array(Type.String()),
  }),
  allMonitors: setting({
    schema: Type.Boolean({ default: false, description: "Whether each monitor of the account tells the target." }),
    label: "All monitors",
    reply: Type.Boolean(),
  }),
  template: setting({
    schema: MessageTemplate,
    label: "Wording",
    change: nullable(MessageTemplate, "Replaces the present one. Null for the usual wording."),
    reply: nullable(MessageTemplate, "Null for the usual wording."),
  }),
};

/** Body of `POST /alert-targets`. */
export const AlertTargetRequest = Type.Object(requestOf(settings), noExtraFields);
export type AlertTargetRequest = Static<typeof AlertTargetRequest>;

/** Body of `PATCH /alert-targets/{id}`. */
export const AlertTargetPatch = Type.Object(changeOf(settings), { ...noExtraFields, minProperties: 1 });
export type AlertTargetPatch = Static<typeof AlertTargetPatch>;

/** An alert target as the API shows it. */
export const AlertTarget = Type.Object(
  { id: Uuid, ...replyOf(settings), createdAt: DateTime, updatedAt: DateTime },
  noExtraFields,
);
export type AlertTarget = Static<typeof AlertTarget>;

/** Reply with one alert target. */
export const AlertTargetReply = Type.Object({ success: Type.Literal(true), alertTarget: AlertTarget }, noExtraFields);

/** Reply of `GET /alert-targets`. */
export const AlertTargetList = Type.Object(
  { success: Type.Literal(true), alertTargets: Type.Array(AlertTarget) },
  noExtraFields,
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
  /** Null for the usual wording. */
  template: MessageTemplate | null;
  createdAt: Date;
  updatedAt: Date;
};

/** The fields of an alert target in MongoDB that lists read. */
export type ListedAlertTarget = Omit<AlertTargetRecord, "channels"> & { channels: Channel[] };
