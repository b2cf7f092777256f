import { type Static, Type } from "typebox";
import { literals, nullable, timeOfDayPattern, Uuid, WebhookSecret } from "../common.ts";
import type { WebhookTarget } from "../renders/render.ts";
import { Channel, ChannelInput, type ChannelRecord, maxChannels } from "./channels.ts";

/** What the links of an alert can do. */
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

const AlertEmail = Type.Object(
  {
    account: Type.Optional(Type.Boolean({ default: true, description: "Send alerts to the account's own address." })),
    recipientIds: Type.Optional(
      Type.Array(Uuid, { maxItems: 5, uniqueItems: true, description: "Verified recipients of this account." }),
    ),
  },
  { additionalProperties: false },
);

const digest = literals(["none", "hourly", "daily"], {
  default: "none",
  description:
    "How mails are collected: one mail of all the account's monitors at each full hour, or at 8 in the morning in the account's time zone. Webhooks and channels are not collected.",
});

const notifyRecovery = Type.Boolean({
  description:
    "Whether mails and channels say that a change is over. Default: true for a fixed baseline, false for a rolling one. The webhook event and the message about the end of failures are always sent.",
});

const TimeOfDay = (description: string) => Type.String({ pattern: timeOfDayPattern, description });

/** Hours without messages to people. */
const QuietHours = Type.Object(
  {
    from: TimeOfDay("Begin, such as `22:00`, in the monitor's `timezone`."),
    to: TimeOfDay("End. An earlier time than `from` is on the next day."),
  },
  { additionalProperties: false },
);
export type QuietHours = Static<typeof QuietHours>;

const quietHours = nullable(
  QuietHours,
  "Hours in which mails and messages to channels wait. They are delivered in order at the end. Webhooks, runs and incidents do not wait. Null: none.",
);

/** Alert settings of a request. `webhook: null` removes the webhook. Other properties are kept. */
export const MonitorAlertsInput = Type.Object(
  {
    email: Type.Optional(AlertEmail),
    webhook: Type.Optional(
      Type.Union([
        Type.Object(
          {
            url: Type.Optional(Type.String({ maxLength: 2048, pattern: "^https?://", writeOnly: true })),
            secret: Type.Optional(Type.Union([WebhookSecret, Type.Null()])),
          },
          { additionalProperties: false },
        ),
        Type.Null(),
      ]),
    ),
    channels: Type.Optional(
      Type.Array(ChannelInput, {
        maxItems: maxChannels,
        description: "Services that get each message as well. The list replaces the monitor's channels.",
      }),
    ),
    digest: Type.Optional(digest),
    notifyRecovery: Type.Optional(notifyRecovery),
    quietHours: Type.Optional(quietHours),
  },
  { additionalProperties: true },
);

/** All alert fields that have an effect. */
export const alertFields = MonitorAlertsInput.properties;

/** Alert settings as the API shows them. */
export const MonitorAlerts = Type.Object(
  {
    email: Type.Object({ account: Type.Boolean(), recipientIds: Type.Array(Uuid) }, { additionalProperties: false }),
    webhook: Type.Object(
      { configured: Type.Boolean(), signed: Type.Boolean({ description: "Whether there is a secret." }) },
      { additionalProperties: false },
    ),
    channels: Type.Array(Channel),
    digest,
    notifyRecovery,
    quietHours,
  },
  { additionalProperties: true },
);
export type MonitorAlerts = Static<typeof MonitorAlerts>;

/** How often a digest is sent. */
export type DigestPeriod = "hourly" | "daily";

/** The alert settings in a monitor's record. Only the API writes them. */
export type AlertsSpec = {
  email: { account: boolean; recipientIds: string[] };
  webhook: WebhookTarget | null;
  channels: ChannelRecord[];
  digest: "none" | DigestPeriod;
  /** Null: by the baseline mode, see `workflows/rules/notifications.ts`. */
  notifyRecovery: boolean | null;
  quietHours: QuietHours | null;
  /** JSON of the other properties of `alerts`. */
  alertExtras: string;
};
