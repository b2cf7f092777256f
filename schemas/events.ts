import { type Static, Type } from "typebox";
import { DateTime, literals, nullable, type Sealed, Uuid } from "./common.ts";
import type { MessageTemplate } from "./messageTemplate.ts";
import type { OpenIncident } from "./monitor/monitor.ts";
import { type ChannelRecord, ChannelType } from "./monitor/channels.ts";
import type { CloseReason } from "./monitor/history.ts";
import type { WebhookTarget } from "./renders/render.ts";

/** Every event that a receiver can get. */
export const EventType = literals([
  "job.completed",
  "job.failed",
  "batch.completed",
  "crawl.completed",
  "crawl.failed",
  "schedule.skipped",
  "monitor.change_detected",
  "monitor.change_updated",
  "monitor.change_recovered",
  "monitor.failed",
  "monitor.failure_recovered",
  "monitor.expectation_broken",
  "monitor.expectation_recovered",
  "monitor.paused",
]);
export type EventType = Static<typeof EventType>;

/** Maximum number of bytes of a webhook's body. */
export const maxWebhookBytes = 20_000;

/** Body of a webhook. Large values are given by address. */
export const WebhookEvent = Type.Object(
  {
    id: Type.String(),
    type: EventType,
    timestamp: DateTime,
    data: Type.Record(Type.String(), Type.Unknown(), {
      description:
        "Details of the event. A monitor's event about a run has the run's figures, the `conditions` of `alertWhen` that alerted, its 20 largest `regions` and, if they are recorded, `pageRegions` and `text` with the first 20 changed passages like `GET /render/monitors/{id}/runs/{runId}`. `pairUrl` is a picture of the changed part before and after. `links` of a monitor's event has the addresses `see`, `review`, `accept`, `mute` and `pause`; a POST to the last three acts. `review` shows one change to people without a key. A body has at most 20,000 bytes: entries that do not fit are dropped from the end, and `regionsTruncated` or `pageRegionsTruncated` is true. The run has all of them.",
    }),
  },
  { additionalProperties: false },
);
export type WebhookEvent = Static<typeof WebhookEvent>;

/** Events of monitors that people are told. */
const alertTypes = [
  "monitor.change_detected",
  "monitor.change_updated",
  "monitor.change_recovered",
  "monitor.failed",
  "monitor.failure_recovered",
  "monitor.expectation_broken",
  "monitor.expectation_recovered",
  "monitor.paused",
] as const;
/** Type of an event that people are told. */
export const AlertType = literals(alertTypes);
export type AlertType = Static<typeof AlertType>;

/** Kinds of mails that no other receiver gets: a verification, a digest, and news of a sign-in for its owner. */
const mailTypes = ["recipient.verification", "alerts.digest", "sign_in.failed", "sign_in.recovered"] as const;

/** Kind of an e-mail. */
export const EmailType = literals([...alertTypes, ...mailTypes]);
export type EmailType = Static<typeof EmailType>;

/** Whether a kind of mail is about a monitor's event. */
export function isAlertType(type: EmailType): type is AlertType {
  return alertTypes.some((alert) => alert === type);
}

/**
 * Why a change is over. By a comparison without any difference: `restored` with a baseline from before the change,
 * `stayed` with one from after it. By a comparison with a difference: `below_threshold`. By values: `condition_ended`. Without a comparison:
 * `baseline_chosen`, the owner made another run the baseline; `baseline_renewed`, a new address, capture or diff removed
 * the baseline.
 */
export type RecoveryReason = Exclude<CloseReason, "captured" | "expected" | "changed_again">;

/** Runs since the last message that found a difference below the monitor's threshold. */
export type BelowThreshold = {
  runs: number;
  /** The one with the largest difference. */
  runId: string;
  differenceRatio: number;
};

/**
 * `suppressed`: the address must get no mail. `skipped`: the message waited for the end of quiet hours, and by then there was
 * no reason to send it; or its monitor or channel was deleted.
 */
export const DeliveryStatus = literals(["pending", "delivered", "failed", "suppressed", "skipped"]);
export type DeliveryStatus = Static<typeof DeliveryStatus>;

/** One attempt of a delivery. `responseBody` has the first 1,024 bytes. */
export type DeliveryAttempt = {
  at: Date;
  /** Milliseconds. */
  duration: number;
  statusCode: number | null;
  responseBody: string;
  error: string | null;
};

/** The common fields of deliveries' records. */
type DeliveryBase = {
  _id: string;
  accountId: string;
  resourceId: string;
  /** The monitor's run that it is about. Null if there is none. */
  runId: string | null;
  /** The delivery that must end before this one starts, so that events arrive in order. */
  after: string | null;
  /** The end of the quiet hours that it waits for. Null if it does not wait. */
  notBefore: Date | null;
  status: DeliveryStatus;
  attempts: DeliveryAttempt[];
  /** Number of replays by the caller. Always 0 for mails. */
  replays: number;
  createdAt: Date;
  completedAt: Date | null;
  expiresAt: Date;
};

/** A webhook's record. `_id` is the event's id, so the same fact can't be recorded twice. */
export type WebhookDelivery = DeliveryBase & {
  channel: "webhook";
  type: EventType;
  target: WebhookTarget;
  /** The exact bytes that every attempt sends. */
  body: string;
};

/** An e-mail's record. `_id` is a hash of the fact and the reader, so each reader gets one mail. */
export type EmailDelivery = DeliveryBase & {
  channel: "email";
  type: EmailType;
  /** Null for the account's own address. */
  recipientId: string | null;
  emailMasked: string;
  content: MailContent;
  /** Start of the current try. A try that broke off leaves it; then it is unknown whether the mail was sent. */
  sendingSince: Date | null;
  /** The mail service's id of the mail. */
  messageId: string | null;
};

/** A message to a channel. `_id` is a hash of the fact and the channel, so each channel gets one message. */
export type ChannelDelivery = DeliveryBase & {
  channel: ChannelType;
  type: AlertType | "channel.test";
  target: ChannelRecord;
  /** The monitor or the alert target that the channel's settings are sealed for. */
  sealedFor: string;
  /** Null for a sample. The text is written at each try, from this and the run. */
  content: AlertFacts | null;
};

/** Input for the text of a mail. */
export type MailContent =
  | { kind: "verification"; token: Sealed; expiresAt: Date }
  | { kind: "digest"; digestId: string }
  | { kind: "signIn"; name: string; host: string; failure: string | null }
  | ({ kind: "alert" } & AlertFacts);

/** A monitor's event. The other facts are read when the mail is written. */
export type AlertFacts = {
  monitorId: string;
  /** The monitor's settings at that time. */
  name: string;
  runId: string | null;
  incident: OpenIncident | null;
  /** Why the change is over; null for all types but `monitor.change_recovered`. */
  reason: RecoveryReason | null;
  /** Changes in a row that were notified, this one included. Missing below five. */
  changesInARow?: number;
  /** Differences below the threshold since the last message. Missing if there were none. */
  belowThreshold?: BelowThreshold;
  /** The wording of the alert target through which the reader is told. Missing for the usual one. */
  template?: MessageTemplate;
  at: Date;
};

/** A delivery's record. */
export type DeliveryRecord = WebhookDelivery | EmailDelivery | ChannelDelivery;

/** A delivery that the delivery workflow tries and replays. */
export type RepeatableDelivery = WebhookDelivery | ChannelDelivery;

export const DeliveryChannel = literals(["webhook", "email", ...ChannelType.enum]);
/** Event of a delivery. */
export const DeliveryType = literals([...EventType.enum, ...mailTypes, "channel.test"]);
export type DeliveryType = Static<typeof DeliveryType>;

/** One attempt of a delivery, as the API shows it. */
export const ShownAttempt = Type.Object(
  {
    at: DateTime,
    duration: Type.Integer({ minimum: 0, description: "Milliseconds." }),
    statusCode: nullable(Type.Integer(), "Null where there was no answer."),
    responseBody: Type.String({ description: "The first 1,024 bytes of the receiver's reply." }),
    error: Type.Union([Type.String(), Type.Null()]),
  },
  { additionalProperties: false },
);

/** A delivery as the API shows it, without its receiver and secrets. */
export const Delivery = Type.Object(
  {
    id: Type.String({ description: "For a webhook, its `webhook-id`." }),
    channel: DeliveryChannel,
    type: DeliveryType,
    resourceId: Type.String({
      description: "Id of its job, batch, crawl, schedule, monitor, recipient or sign-in; of a digest, the account.",
    }),
    resourceName: Type.Optional(Type.String({ description: "Name of the monitor that it is about." })),
    runId: Type.Union([Uuid, Type.Null()], { description: "The monitor's run that it is about, else null." }),
    status: DeliveryStatus,
    signed: Type.Optional(Type.Boolean({ description: "Whether a webhook has a secret." })),
    channelId: Type.Optional(Type.String({ format: "uuid", description: "The monitor's channel." })),
    host: Type.Optional(Type.String({ description: "Host of a channel." })),
    emailMasked: Type.Optional(Type.String({ description: "Masked address of an e-mail's reader." })),
    notBefore: nullable(DateTime, "End of the monitor's quiet hours, which it waits for, else null."),
    attempts: Type.Array(ShownAttempt),
    replays: Type.Integer({ minimum: 0 }),
    createdAt: DateTime,
    completedAt: Type.Union([DateTime, Type.Null()]),
    expiresAt: DateTime,
  },
  { additionalProperties: false },
);
export type Delivery = Static<typeof Delivery>;

/** One delivery with its content. */
const DeliveryWithBody = Type.Object(
  {
    ...Delivery.properties,
    body: nullable(Type.String(), "The exact text of a webhook, else null."),
  },
  { additionalProperties: false },
);

export const DeliveryReply = Type.Object(
  { success: Type.Literal(true), delivery: DeliveryWithBody },
  { additionalProperties: false },
);

export const DeliveryList = Type.Object(
  {
    success: Type.Literal(true),
    deliveries: Type.Array(Delivery),
    nextCursor: Type.Union([Type.String(), Type.Null()]),
  },
  { additionalProperties: false },
);
