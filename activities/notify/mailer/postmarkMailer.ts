import { Errors, type Models, ServerClient } from "postmark";
import type { MailEnv } from "#schemas/settings/env.ts";
import type { Mail, Mailer } from "../../ports.ts";
import { MailFailure } from "./mailFailure.ts";

/** Timeout of a call to Postmark, seconds. */
const timeoutSeconds = 20;

/** Creates the port to Postmark. */
export function createPostmarkMailer(env: MailEnv): Mailer {
  const { WATCHFRAME_POSTMARK_TOKEN: token, WATCHFRAME_POSTMARK_STREAM: stream, WATCHFRAME_MAIL_FROM: from } = env;
  const { protocol, host, pathname } = new URL(env.WATCHFRAME_POSTMARK_URL);
  const requestHost = `${host}${pathname.replace(/\/$/, "")}`;
  const client = new ServerClient(token, { useHttps: protocol === "https:", requestHost, timeout: timeoutSeconds });
  return {
    enabled: true,
    async send(mail) {
      try {
        return (await client.sendEmail(toMessage(mail, { stream, from }))).MessageID;
      } catch (error) {
        throw toFailure(error);
      }
    },
    async find(id) {
      try {
        const { Messages } = await client.getOutboundMessages({ count: 1, offset: 0, [`metadata_${idField}`]: id });
        return Messages[0]?.MessageID ?? null;
      } catch (error) {
        throw toFailure(error);
      }
    },
  };
}

const idField = "delivery";

function toMessage(mail: Mail, { stream, from }: { stream: string; from: string }): Models.Message {
  const { id, to, subject, html, text, tag, headers, pictures } = mail;
  return {
    From: from,
    To: to,
    Subject: subject,
    HtmlBody: html,
    TextBody: text,
    Tag: tag,
    MessageStream: stream,
    TrackOpens: false,
    Headers: Object.entries(headers).map(([Name, Value]) => ({ Name, Value })),
    Metadata: { [idField]: id },
    Attachments: pictures.map(({ cid, bytes, contentType }) => ({
      Name: `${cid}.jpg`,
      Content: bytes.toString("base64"),
      ContentType: contentType,
      ContentID: `cid:${cid}`,
    })),
  };
}

/** Maps an error of Postmark. Its codes: postmarkapp.com/developer/api/overview. */
function toFailure(error: unknown): MailFailure {
  if (!(error instanceof Errors.PostmarkError)) throw error;
  const { statusCode: status, code } = error;
  const reply = { status: status === 0 ? null : status, code: status === 0 ? null : code };
  if (status === 0) return new MailFailure("unknown", reply);
  if (status === 422 && code === inactiveRecipient) return new MailFailure("inactive", reply);
  // After 408 or 5xx, Postmark may have accepted the mail.
  if (status >= 500 || status === 408) return new MailFailure("unknown", reply);
  return new MailFailure(status === 429 ? "busy" : "refused", reply);
}

const inactiveRecipient = 406;
