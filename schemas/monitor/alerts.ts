import { type Static, Type } from "typebox";
import { hintKeyword, literals, nullable, timeOfDayPattern, Uuid, WebhookSecret } from "../common.ts";
import type { WebhookTarget } from "../renders/render.ts";
import { flagsOf, type RecordOf, replyOf, requestOf, setting } from "./setting.ts";
import { Channel, ChannelInput, type ChannelRecord, maxChannels } from "./channels.ts";

/** The actions of an alert's links. */
export const AlertActionName = literals(["accept", "mute", "pause"]);
export type AlertActionName = Static<typeof AlertActionName>;

/** Reply to a link of an alert. */
export const AlertActionReply = Type.Object(
  {
    success: Type.Literal(true),
    action: AlertActionName,
    done: Type.Boolean({ description: "Whether the monitor is as the action makes it." }),
  },
  { additionalProperties: false },
);

/** The readers of a monitor's mails. */
export const AlertEmail = Type.Object(
  {
    account: Type.Optional(Type.Boolean({ default: true, description: "Send alerts to the account's own address." })),
    recipientIds: Type.Optional(
      Type.Array(Uuid, { maxItems: 5, uniqueItems: true, description: "Verified recipients of this account." }),
    ),
  },
  {
    additionalProperties: false,
    [hintKeyword]: 'such as {"account": true}; POST /render/monitor-recipients adds readers',
  },
);

const TimeOfDay = (description: string) => Type.String({ pattern: timeOfDayPattern, description });

/** Hours without messages to people. */
export const QuietHours = Type.Object(
  {
    from: TimeOfDay("Begin, such as `22:00`, in the monitor's `timezone`."),
    to: TimeOfDay("End. An earlier time than `from` is on the next day."),
  },
  { additionalProperties: false },
);
export type QuietHours = Static<typeof QuietHours>;

/** The receiver of a monitor's events. */
export const AlertWebhook = Type.Object(
  {
    url: Type.Optional(Type.String({ maxLength: 2048, pattern: "^https?://", writeOnly: true })),
    secret: Type.Optional(Type.Union([WebhookSecret, Type.Null()])),
  },
  { additionalProperties: false },
);

const noTargets: string[] = [];

/** Settings that the record has as they were given. */
export const plainAlerts = {
  digest: setting({
    schema: literals(["none", "hourly", "daily"], {
      default: "none",
      description:
        "How mails are collected: one mail of all the account's monitors at each full hour, or at 8 in the morning in the account's time zone. Webhooks and channels are not collected.",
    }),
    label: "Digest",
    flag: "digest",
    unset: "none",
  }),
  notifyRecovery: setting({
    schema: Type.Boolean({
      description:
        "Whether mails and channels say that a change is over. Default: true for a fixed baseline, false for a rolling one. The webhook event and the message about the end of failures are always sent.",
    }),
    label: "Also say when a change is over",
    flag: "recovery",
    unset: null,
  }),
  targetIds: setting({
    schema: Type.Array(Uuid, {
      maxItems: 10,
      uniqueItems: true,
      description:
        "Alert targets of this account that get each message as well. The list replaces the monitor's. Targets with a tag of the monitor get them, too.",
    }),
    label: "Alert targets",
    flag: "target",
    unset: noTargets,
  }),
  quietHours: setting({
    schema: nullable(
      QuietHours,
      "Hours in which mails and messages to channels wait. They are delivered in order at the end. Webhooks, runs and incidents do not wait. Null: none.",
    ),
    label: "Quiet hours",
    flag: "quiet-hours",
    unset: null,
  }),
};

const settings = {
  email: setting({
    schema: AlertEmail,
    reply: Type.Object({ account: Type.Boolean(), recipientIds: Type.Array(Uuid) }, { additionalProperties: false }),
    label: "Mails",
  }),
  webhook: setting({
    schema: Type.Union([AlertWebhook, Type.Null()]),
    reply: Type.Object(
      { configured: Type.Boolean(), signed: Type.Boolean({ description: "Whether there is a secret." }) },
      { additionalProperties: false },
    ),
    label: "Webhook",
  }),
  channels: setting({
    schema: Type.Array(ChannelInput, {
      maxItems: maxChannels,
      description: "Services that get each message as well. The list replaces the monitor's channels.",
    }),
    reply: Type.Array(Channel),
    label: "Channels",
  }),
  ...plainAlerts,
};

/** The flags of alert settings on the command line. */
export const alertFlags = flagsOf(plainAlerts, "alerts.");

/** Alert settings of a request. `webhook: null` removes the webhook. Other properties are kept. */
export const MonitorAlertsInput = Type.Object(requestOf(settings), { additionalProperties: true });

/** All alert fields that have an effect. */
export const alertFields = MonitorAlertsInput.properties;

/** Alert settings as the API shows them. */
export const MonitorAlerts = Type.Object(replyOf(settings), { additionalProperties: true });
export type MonitorAlerts = Static<typeof MonitorAlerts>;

/** How often a digest is sent. */
export type DigestPeriod = "hourly" | "daily";

/** The alert settings in a monitor's record. Only the API writes them. */
export type AlertsSpec = RecordOf<typeof plainAlerts> & {
  email: { account: boolean; recipientIds: string[] };
  webhook: WebhookTarget | null;
  channels: ChannelRecord[];
  /** JSON of the other properties of `alerts`. */
  alertExtras: string;
};
