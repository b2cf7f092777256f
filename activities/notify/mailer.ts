import { Errors, type Models, ServerClient } from "postmark";
import type { Env } from "#schemas/settings/env.ts";

/** A mail as it is sent. */
export type Mail = {
  /** Of the delivery's record; stands in the mail's metadata, so that bounces can be told apart. */
  id: string;
  to: string;
  subject: string;
  html: string;
  text: string;
  /** Kind of mail, for statistics. */
  tag: string;
  headers: Record<string, string>;
  /** Shown by the HTML as `cid:<cid>`. */
  picture: { cid: string; bytes: Buffer; contentType: "image/jpeg" } | null;
};

/**
 * Why a mail was not sent: `inactive` addresses are none to write to, a `refused` mail or setting stays refused, and a
 * service that is `busy` or away may take it later. `unknown`: it may have been sent.
 */
export class MailFailure extends Error {
  override readonly name = "MailFailure";
  readonly kind: "inactive" | "refused" | "busy" | "unknown";
  /** HTTP status and the service's own code; null where there was no answer. */
  readonly status: number | null;
  readonly code: number | null;

  constructor(kind: MailFailure["kind"], { status, code }: { status: number | null; code: number | null }) {
    // The service's own words quote the address.
    super(`The mail service answered ${status ?? "nothing"}${code === null ? "" : `, code ${code}`}.`);
    this.kind = kind;
    this.status = status;
    this.code = code;
  }
}

/** The way out for e-mail. */
export type Mailer = {
  /** False where the service is set up without e-mail. */
  enabled: boolean;
  /** Sends a mail and returns the mail service's id of it. Rejects with MailFailure. */
  send(mail: Mail): Promise<string>;
  /** The mail service's id of a mail that was sent under this id; null where it knows of none. Rejects with MailFailure. */
  find(id: string): Promise<string | null>;
};

/** Seconds Postmark has to answer. */
const answerSeconds = 20;

/** E-mail by Postmark's API, with the package of its makers. */
export function createMailer(env: Env): Mailer {
  const { WATCHFRAME_POSTMARK_TOKEN: token, WATCHFRAME_POSTMARK_STREAM: stream, WATCHFRAME_MAIL_FROM: from } = env;
  if (token === "") return { enabled: false, send: refuse, find: refuse };
  const { protocol, host, pathname } = new URL(env.WATCHFRAME_POSTMARK_URL);
  const requestHost = `${host}${pathname.replace(/\/$/, "")}`;
  const client = new ServerClient(token, { useHttps: protocol === "https:", requestHost, timeout: answerSeconds });
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

function refuse(): Promise<never> {
  return Promise.reject(new MailFailure("refused", { status: null, code: null }));
}

function toMessage(mail: Mail, { stream, from }: { stream: string; from: string }): Models.Message {
  const { id, to, subject, html, text, tag, headers, picture } = mail;
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
    Attachments:
      picture === null
        ? []
        : [
            {
              Name: `${picture.cid}.jpg`,
              Content: picture.bytes.toString("base64"),
              ContentType: picture.contentType,
              ContentID: `cid:${picture.cid}`,
            },
          ],
  };
}

/** Postmark's codes: postmarkapp.com/developer/api/overview. */
function toFailure(error: unknown): MailFailure {
  if (!(error instanceof Errors.PostmarkError)) throw error;
  const { statusCode: status, code } = error;
  const answer = { status: status === 0 ? null : status, code: status === 0 ? null : code };
  if (status === 0) return new MailFailure("unknown", answer);
  if (status === 422 && code === inactiveRecipient) return new MailFailure("inactive", answer);
  // 408 and 5xx say nothing of whether the mail was taken before.
  if (status >= 500 || status === 408) return new MailFailure("unknown", answer);
  return new MailFailure(status === 429 ? "busy" : "refused", answer);
}

const inactiveRecipient = 406;
