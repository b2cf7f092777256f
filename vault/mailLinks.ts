import { isSigned, sign } from "./signature.ts";

/** What addresses are made of and signed with. */
type Signing = { publicUrl: string; signingKey: Buffer };

/** Who a mail of a monitor goes to: a recipient's id, or `account` for the account's own address. */
export type MailReader = { monitorId: string; to: string };

/** The keyed hash an address is known by; letter case makes no other one. */
export function hashAddress(signingKey: Buffer, email: string): string {
  return sign(signingKey, { purpose: "address", parts: [email.toLowerCase()] });
}

/** The address by which a mail's reader pauses a monitor, until `expires` (Unix seconds). */
export function signPauseUrl(signing: Signing, reader: MailReader, expires: number): string {
  const signature = sign(signing.signingKey, { purpose: "pause", parts: [reader.monitorId, reader.to, expires] });
  const query = { to: reader.to, expires: String(expires), signature };
  return addressOf(signing, `/render/monitors/${reader.monitorId}/pause`, query);
}

/** Whether a pause address is genuine and still works at `now`. */
export function isPauseUrlValid(
  signingKey: Buffer,
  { monitorId, to, expires, signature, now }: MailReader & { expires: number; signature: string; now: Date },
): boolean {
  const signed = { purpose: "pause", parts: [monitorId, to, expires] } as const;
  return expires * 1000 > now.getTime() && isSigned(signingKey, signed, signature);
}

/** The address by which a mail's reader gets no more of them; it works for good. */
export function signUnsubscribeUrl(signing: Signing, { monitorId, to }: MailReader): string {
  const signature = sign(signing.signingKey, { purpose: "unsubscribe", parts: [monitorId, to] });
  return addressOf(signing, "/render/monitor-recipients/unsubscribe", { monitor: monitorId, to, signature });
}

/** Whether an unsubscribe address is genuine. */
export function isUnsubscribeUrlValid(signingKey: Buffer, { monitorId, to }: MailReader, signature: string): boolean {
  return isSigned(signingKey, { purpose: "unsubscribe", parts: [monitorId, to] }, signature);
}

function addressOf({ publicUrl }: Signing, path: string, query: Record<string, string>): string {
  const url = new URL(path, publicUrl);
  url.search = new URLSearchParams(query).toString();
  return url.href;
}
