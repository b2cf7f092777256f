import { isSigned, sign } from "./signature.ts";

/** The public address of the API, and the key that signs links. */
type Signing = { publicUrl: string; signingKey: Buffer };

/** The reader of a monitor's mails: a recipient's id, or `account` for the account's own address. */
export type MailReader = { monitorId: string; to: string };

/** The keyed hash of an e-mail address. Letter case is ignored. */
export function hashAddress(signingKey: Buffer, email: string): string {
  return sign(signingKey, { purpose: "address", parts: [email.toLowerCase()] });
}

/** The link in a mail that pauses a monitor; valid until `expires` (Unix seconds). */
export function signPauseUrl(signing: Signing, reader: MailReader, expires: number): string {
  const signature = sign(signing.signingKey, { purpose: "pause", parts: [reader.monitorId, reader.to, expires] });
  const query = { to: reader.to, expires: String(expires), signature };
  return linkTo(signing, `/render/monitors/${reader.monitorId}/pause`, query);
}

/** Whether a pause link is genuine and valid at `now`. */
export function isPauseUrlValid(
  signingKey: Buffer,
  { monitorId, to, expires, signature, now }: MailReader & { expires: number; signature: string; now: Date },
): boolean {
  const signed = { purpose: "pause", parts: [monitorId, to, expires] } as const;
  return expires * 1000 > now.getTime() && isSigned(signingKey, signed, signature);
}

/** The link in a mail that unsubscribes its reader; valid forever. */
export function signUnsubscribeUrl(signing: Signing, { monitorId, to }: MailReader): string {
  const signature = sign(signing.signingKey, { purpose: "unsubscribe", parts: [monitorId, to] });
  return linkTo(signing, "/render/monitor-recipients/unsubscribe", { monitor: monitorId, to, signature });
}

/** Whether an unsubscribe link is genuine. */
export function isUnsubscribeUrlValid(signingKey: Buffer, { monitorId, to }: MailReader, signature: string): boolean {
  return isSigned(signingKey, { purpose: "unsubscribe", parts: [monitorId, to] }, signature);
}

function linkTo({ publicUrl }: Signing, path: string, query: Record<string, string>): string {
  const url = new URL(path, publicUrl);
  url.search = new URLSearchParams(query).toString();
  return url.href;
}
