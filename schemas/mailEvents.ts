import { Type } from "typebox";

const text = Type.String({ maxLength: 4_096 });

/** What Postmark tells of a mail, as far as it matters here: bounces, complaints and changes of its own suppressions. */
export const MailServiceEvent = Type.Object(
  {
    RecordType: Type.String({
      maxLength: 64,
      description: "`Bounce`, `SpamComplaint` or `SubscriptionChange`; others are ignored.",
    }),
    Type: Type.Optional(
      Type.String({ maxLength: 64, description: "Of a bounce: `HardBounce`, `SoftBounce` and so on." }),
    ),
    Inactive: Type.Optional(
      Type.Boolean({ description: "Of a bounce: whether Postmark sends nothing more to the address." }),
    ),
    Email: Type.Optional(text),
    Recipient: Type.Optional(text),
    SuppressSending: Type.Optional(Type.Boolean()),
    SuppressionReason: Type.Optional(Type.Union([text, Type.Null()])),
  },
  { additionalProperties: true },
);

export const MailServiceReply = Type.Object({ success: Type.Literal(true) }, { additionalProperties: false });
