import { type Static, Type } from "typebox";

const MailHeader = Type.Object({ Name: Type.String(), Value: Type.String() });

/** A file in a mail. The HTML part shows a picture by its `ContentID`. */
export const MailAttachment = Type.Object({
  Name: Type.String(),
  /** Base64. */
  Content: Type.String(),
  ContentType: Type.String(),
  ContentID: Type.Optional(Type.String()),
});

/** A mail as Postmark's API takes it; what else a client sends is kept, too. */
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

/** A mail as the catcher keeps it. */
export type CaughtMail = Static<typeof MailMessage> & { MessageID: string; SubmittedAt: string };
