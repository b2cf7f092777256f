import { Errors, type Models, ServerClient } from "postmark";
import type { Dispatcher } from "undici";
import { ProxyFailed } from "#egress/errors.ts";
import { openDispatcher } from "#egress/fetch.ts";
import { openServerPolicy } from "#egress/open.ts";
import type { MailEnv } from "#schemas/settings/env.ts";
import type { Mail, Mailer } from "../../ports.ts";
import { MailFailure } from "./mailFailure.ts";

/** Timeout of a call to Postmark, seconds. */
const timeoutSeconds = 20;

/** Creates the port to Postmark. An `https` address is reached through the service's proxy, if it has one. */
export function createPostmarkMailer(env: MailEnv): Mailer {
  const { WATCHFRAME_POSTMARK_STREAM: stream, WATCHFRAME_MAIL_FROM: from } = env;
  const call = callerOf(env);
  return {
    enabled: true,
    async send(mail) {
      return (await call((client) => client.sendEmail(toMessage(mail, { stream, from })))).MessageID;
    },
    async find(id) {
      const filter = { count: 1, offset: 0, [`metadata_${idField}`]: id };
      const { Messages } = await call((client) => client.getOutboundMessages(filter));
      return Messages[0]?.MessageID ?? null;
    },
  };
}

type Call = <Reply>(ask: (client: ServerClient) => Promise<Reply>) => Promise<Reply>;

/** Asks Postmark. Each call has a client of its own, which keeps why its proxy failed. @throws MailFailure */
function callerOf(env: MailEnv): Call {
  const { protocol, host, pathname } = new URL(env.WATCHFRAME_POSTMARK_URL);
  const requestHost = `${host}${pathname.replace(/\/$/, "")}`;
  const options = { useHttps: protocol === "https:", requestHost, timeout: timeoutSeconds };
  const dispatcher = dispatcherOf(env);
  return async (ask) => {
    let cause: unknown = null;
    const send: typeof fetch = async (input, init) => {
      try {
        return await fetch(input, { ...init, ...(dispatcher !== null && { dispatcher }) });
      } catch (error) {
        cause = error instanceof Error ? error.cause : null;
        throw error;
      }
    };
    try {
      return await ask(new ServerClient(env.WATCHFRAME_POSTMARK_TOKEN, { ...options, fetch: send }));
    } catch (error) {
      throw cause instanceof ProxyFailed ? ofProxy(cause) : toFailure(error);
    }
  };
}

/** Connections through the service's proxy. Null without one, and for a test server, which has an `http` address. */
function dispatcherOf(env: MailEnv): Dispatcher | null {
  const url = new URL(env.WATCHFRAME_POSTMARK_URL);
  const policy = url.protocol === "https:" ? openServerPolicy(env, url) : null;
  return policy === null ? null : openDispatcher(policy);
}

/** The mail was not sent, as the proxy failed before Postmark was asked. */
function ofProxy({ message }: ProxyFailed): MailFailure {
  return new MailFailure("busy", { status: null, code: null, reason: message.replace(/\.$/u, "") });
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
