import { type Static, Type } from "typebox";
import { DateTime, literals, localPartPattern, type Sealed, Uuid } from "./common.ts";

const RecipientStatus = literals(["pending", "verified", "suppressed", "deleted"], {
  description: "Only the reply to a deletion has `deleted`.",
});

/**
 * Why an address gets no more mail: it bounced permanently, its reader reported spam, the mail service treats it
 * as inactive for one of these reasons, or its reader unsubscribed from the account.
 */
export const SuppressionReason = literals(["bounce", "complaint", "inactive", "unsubscribed"]);
export type SuppressionReason = Static<typeof SuppressionReason>;

/** Body of `addRecipient`. */
export const RecipientRequest = Type.Object(
  {
    email: Type.String({
      format: "email",
      maxLength: 254,
      pattern: localPartPattern,
      writeOnly: true,
      description: "The address without a name. An international domain is in ASCII form.",
    }),
  },
  { additionalProperties: false },
);

/** A recipient as the API shows it, with a masked address. */
export const Recipient = Type.Object(
  {
    id: Uuid,
    status: RecipientStatus,
    createdAt: DateTime,
    emailMasked: Type.String({
      description: "Like `an***s@e***.com`. Masks of one account differ. The account's own domain is not masked.",
    }),
    email: Type.Optional(
      Type.String({ description: "The whole address, only in a reply to a browser's session. A key never gets it." }),
    ),
    verifiedAt: Type.Optional(DateTime),
    suppressionReason: Type.Optional(SuppressionReason),
  },
  { additionalProperties: false },
);
export type Recipient = Static<typeof Recipient>;

export const RecipientReply = Type.Object(
  { success: Type.Literal(true), recipient: Recipient },
  { additionalProperties: false },
);

export const RecipientList = Type.Object(
  {
    success: Type.Literal(true),
    recipients: Type.Array(Recipient),
    nextCursor: Type.Null({ description: "One page has all recipients." }),
  },
  { additionalProperties: false },
);

/** Reply to an unsubscription. */
export const UnsubscribedReply = Type.Object(
  { success: Type.Literal(true), unsubscribed: Type.Boolean() },
  { additionalProperties: false },
);

/** A recipient's record in MongoDB. */
export type RecipientRecord = {
  /** Hash of account and address, so that an account can't have an address twice. */
  _id: string;
  recipientId: string;
  accountId: string;
  /** Equal in every account: the mail service's statement about an address applies to all. */
  addressHash: string;
  email: Sealed;
  emailMasked: string;
  /** Hex SHA-256 of the newest link's token. */
  token: { hash: string; expiresAt: Date } | null;
  createdAt: Date;
  verifiedAt: Date | null;
  suppressed: Suppression | null;
};

/** Start and reason of a suppression. */
type Suppression = { reason: SuppressionReason; at: Date };

/** An address that must get no mail. It stays when recipients are deleted. `_id` is its hash. */
export type SuppressionRecord = Suppression & { _id: string; emailMasked: string };

/** Times of requested mails, per address or per account, to limit their rate. */
export type MailCountRecord = { _id: `address:${string}` | `account:${string}`; sent: Date[]; expiresAt: Date };

const text = Type.String({ maxLength: 4_096 });

/** The events of Postmark that are handled: bounces, complaints and changes of its suppressions. */
export const MailServiceEvent = Type.Object(
  {
    RecordType: Type.String({
      maxLength: 64,
      description: "`Bounce`, `SpamComplaint` or `SubscriptionChange`; others are ignored.",
    }),
    Type: Type.Optional(
      Type.String({ maxLength: 64, description: "Kind of a bounce: `HardBounce`, `SoftBounce` and so on." }),
    ),
    Inactive: Type.Optional(
      Type.Boolean({ description: "For a bounce, whether Postmark sends no more mail to the address." }),
    ),
    Email: Type.Optional(text),
    Recipient: Type.Optional(text),
    SuppressSending: Type.Optional(Type.Boolean()),
    SuppressionReason: Type.Optional(Type.Union([text, Type.Null()])),
  },
  { additionalProperties: true },
);

export const MailServiceReply = Type.Object({ success: Type.Literal(true) }, { additionalProperties: false });
