import { type Static, Type } from "typebox";

const MailHeader = Type.Object({ Name: Type.String(), Value: Type.String() });

/** An attachment. The HTML part refers to a picture by its `ContentID`. */
export const MailAttachment = Type.Object({
  Name: Type.String(),
  /** Base64. */
  Content: Type.String(),
  ContentType: Type.String(),
  ContentID: Type.Optional(Type.String()),
});

/** A mail as Postmark's API accepts it. Other fields are kept. */
export const MailMessage = Type.Object({
  From: Type.String(),
  To: Type.Optional(Type.String()),
  Cc: Type.Optional(Type.String()),
  Bcc: Type.Optional(Type.String()),
  Subject: Type.Optional(Type.String()),
  HtmlBody: Type.Optional(Type.String()),
  TextBody: Type.Optional(Type.String()),
  ReplyTo: Type.Optional(Type.String()),
  Tag: Type.Optional(Type.String()),
  MessageStream: Type.Optional(Type.String()),
  Headers: Type.Optional(Type.Array(MailHeader)),
  Attachments: Type.Optional(Type.Array(MailAttachment)),
  Metadata: Type.Optional(Type.Record(Type.String(), Type.String())),
});

/** A mail in the catcher. */
export type CaughtMail = Static<typeof MailMessage> & { MessageID: string; SubmittedAt: string };
