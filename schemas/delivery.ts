import { type Static, Type } from "typebox";
import { DateTime, literals, nullable } from "./common.ts";
import { DeliveryStatus, EventType } from "./events.ts";

export const DeliveryChannel = literals(["webhook", "email"]);
/** What a delivery tells of, by webhook or e-mail. */
export const DeliveryType = literals([...EventType.enum, "recipient.verification"]);

/** One try at a delivery, as it is shown. */
const ShownAttempt = Type.Object(
  {
    at: DateTime,
    duration: Type.Integer({ minimum: 0, description: "Milliseconds." }),
    statusCode: nullable(Type.Integer(), "Null where there was no answer."),
    responseBody: Type.String({ description: "The first 1,024 bytes of the receiver's answer." }),
    error: Type.Union([Type.String(), Type.Null()]),
  },
  { additionalProperties: false },
);

/** A delivery as the API shows it: never where it goes to, nor a secret. */
export const Delivery = Type.Object(
  {
    id: Type.String({ description: "Of a webhook its `webhook-id`." }),
    channel: DeliveryChannel,
    type: DeliveryType,
    resourceId: Type.String({ description: "What it tells of: a job, batch, crawl, schedule, monitor or recipient." }),
    status: DeliveryStatus,
    signed: Type.Optional(Type.Boolean({ description: "Whether a webhook has a secret." })),
    emailMasked: Type.Optional(Type.String({ description: "Whom an e-mail goes to." })),
    attempts: Type.Array(ShownAttempt),
    replays: Type.Integer({ minimum: 0 }),
    createdAt: DateTime,
    completedAt: Type.Union([DateTime, Type.Null()]),
    expiresAt: DateTime,
  },
  { additionalProperties: false },
);
export type Delivery = Static<typeof Delivery>;

/** One delivery with what it says. */
const DeliveryWithBody = Type.Object(
  {
    ...Delivery.properties,
    body: nullable(Type.String(), "The exact text of a webhook; null for an e-mail."),
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
