import { createTransport } from "nodemailer";
import type { MailEnv } from "#schemas/settings/env.ts";
import { SettingsError } from "#schemas/settings/readEnv.ts";
import type { Mail, Mailer } from "../../ports.ts";
import { MailFailure } from "./mailFailure.ts";

/** Timeouts of a connection to the server, milliseconds. RFC 5321 gives servers minutes; alerts are tried again instead. */
const timeouts = { connectionTimeout: 20_000, greetingTimeout: 20_000, socketTimeout: 60_000 };
/** The server sees few connections, and none that is idle for longer than this. */
const pool = { pool: true, maxConnections: 3, idleTimeout: 30_000 } as const;

/**
 * Creates the port to an SMTP server. Each mail keeps its Message-ID over all tries, so that mailboxes can tell a second
 * copy. The server cannot be asked for a mail: if its answer is lost, the mail is sent again.
 */
export function createSmtpMailer(env: MailEnv): Mailer {
  const { WATCHFRAME_MAIL_FROM: from } = env;
  const transport = createTransport({
    ...serverOf(env.WATCHFRAME_SMTP_URL),
    ...timeouts,
    ...pool,
    // The workflow tries again, at the times that the documents name.
    maxRequeues: 0,
    disableFileAccess: true,
    disableUrlAccess: true,
    ...dkimOf(env),
  });
  return {
    enabled: true,
    async send(mail) {
      const messageId = `<${mail.id}@${domainOf(from)}>`;
      try {
        await transport.sendMail({ ...toMessage(mail), from, messageId });
        return messageId;
      } catch (error) {
        throw toFailure(error);
      }
    },
    find: () => Promise.resolve(null),
  };
}

/**
 * The server, TLS and log-in that an address names: `smtps://user:password@host:465`.
 * @throws SettingsError without the address, which has the password.
 */
function serverOf(address: string) {
  const url = URL.parse(address);
  if (url === null) throw invalidAddress();
  const { protocol, hostname, port, username, password } = url;
  const host = hostname.replace(/^\[|\]$/gu, "");
  const secure = protocol === "smtps:";
  const auth = username === "" ? {} : { auth: { user: decoded(username), pass: decoded(password) } };
  // A server on this machine often has a self-signed certificate. On the way to another machine, others can read a password.
  const starting = isLoopback(host) ? { ignoreTLS: true } : { requireTLS: username !== "" && !secure };
  return { host, port: port === "" ? (secure ? 465 : 587) : Number(port), secure, ...starting, ...auth };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw invalidAddress();
  }
}

function invalidAddress(): SettingsError {
  return new SettingsError(
    "WATCHFRAME_SMTP_URL must be like smtp://user:password@host:587, with % of user and password as %25.",
  );
}

function isLoopback(host: string): boolean {
  return host.toLowerCase() === "localhost" || host === "::1" || /^127\.(?:\d{1,3}\.){2}\d{1,3}$/u.test(host);
}

/** DKIM's options. @throws SettingsError if only a part is set. */
function dkimOf(env: MailEnv) {
  const { WATCHFRAME_DKIM_KEY: privateKey, WATCHFRAME_DKIM_SELECTOR: keySelector } = env;
  if (privateKey === "" && keySelector === "") return {};
  if (privateKey === "" || keySelector === "")
    throw new SettingsError("WATCHFRAME_DKIM_KEY and WATCHFRAME_DKIM_SELECTOR must both be set, or none of them.");
  return { dkim: { domainName: domainOf(env.WATCHFRAME_MAIL_FROM), keySelector, privateKey } };
}

/** Domain of an address such as `Name <a@example.com>`. */
function domainOf(from: string): string {
  return /@([^@<>\s]+)>?\s*$/u.exec(from)?.[1] ?? "localhost";
}

function toMessage({ to, subject, html, text, headers, pictures }: Mail) {
  return {
    to,
    subject,
    html,
    text,
    headers,
    attachments: pictures.map(({ cid, bytes, contentType }) => ({
      cid,
      filename: `${cid}.jpg`,
      content: bytes,
      contentType,
      contentDisposition: "inline" as const,
    })),
  };
}

const untrusted = { kind: "busy", reason: "its certificate is not trusted" } as const;

/** Errors that end a try before the mail is sent: their reasons, and whether another try can succeed. */
const causes: Readonly<Record<string, { kind: "busy" | "refused"; reason: string }>> = {
  EDNS: { kind: "busy", reason: "its name has no address" },
  ECONNREFUSED: { kind: "busy", reason: "it does not listen" },
  DEPTH_ZERO_SELF_SIGNED_CERT: untrusted,
  SELF_SIGNED_CERT_IN_CHAIN: untrusted,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: untrusted,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: untrusted,
  ERR_TLS_CERT_ALTNAME_INVALID: untrusted,
  CERT_HAS_EXPIRED: untrusted,
  ETLS: { kind: "busy", reason: "TLS was not possible" },
  EAUTH: { kind: "refused", reason: "it refused the log-in" },
  ENOAUTH: { kind: "refused", reason: "it demands a log-in" },
};

/** Maps an error of SMTP. RFC 5321 defines its statuses, and RFC 3463 the enhanced ones. */
function toFailure(error: unknown): MailFailure {
  if (!isSmtpError(error)) throw error;
  const { code, originalCode = code, responseCode: status = null, response = "" } = error;
  const cause = causes[originalCode] ?? causes[code];
  const reply = { status, code: null, reason: cause?.reason };
  if (status !== null && status >= 400 && status < 500) return new MailFailure("busy", reply);
  if (cause !== undefined) return new MailFailure(cause.kind, reply);
  if (status !== null && status >= 500)
    return new MailFailure(isUnknownMailbox(response) ? "inactive" : "refused", reply);
  return new MailFailure("unknown", reply);
}

/** Whether a reply says that there is no such mailbox or that it has moved. Other refusals may be the server's policy. */
function isUnknownMailbox(response: string): boolean {
  return /^5\d\d[ -]5\.1\.[1236]\b/u.test(response);
}

/** An error of nodemailer. `originalCode` is that of the system. */
type SmtpError = Error & { code: string; originalCode?: string; responseCode?: number; response?: string };

function isSmtpError(error: unknown): error is SmtpError {
  return error instanceof Error && "code" in error && typeof error.code === "string";
}
