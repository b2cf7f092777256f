import { createHmac, timingSafeEqual } from "node:crypto";
import type { OutputName } from "#schemas/outputs.ts";
import type { RunOutputName } from "#schemas/monitor/run.ts";
import type { AlertActionName } from "#schemas/monitor/alerts.ts";
import { linkMs } from "#schemas/settings/retention.ts";
import { SettingsError } from "#schemas/settings/readEnv.ts";

/** The signed data: parts in order, for one purpose. A signature for one purpose is invalid for any other. */
export type Signed = {
  purpose: "output" | "cursor" | "address" | "alert_action" | "unsubscribe" | "image_key" | "feed" | "review";
  parts: readonly (string | number)[];
};

/** HMAC-SHA256 of the data as base64url. JSON keeps the parts apart. */
export function sign(signingKey: Buffer, { purpose, parts }: Signed): string {
  return createHmac("sha256", signingKey)
    .update(JSON.stringify([purpose, ...parts]))
    .digest("base64url");
}

/** Whether a signature is valid; compared in constant time. */
export function isSigned(signingKey: Buffer, signed: Signed, signature: string): boolean {
  const expected = Buffer.from(sign(signingKey, signed));
  const given = Buffer.from(signature);
  return expected.length === given.length && timingSafeEqual(expected, given);
}

/**
 * Parses WATCHFRAME_SIGNING_KEY: base64 of at least 32 bytes.
 * @throws SettingsError
 */
export function parseSigningKey(setting: string): Buffer {
  const key = Buffer.from(setting, "base64");
  if (key.length < 32) throw new SettingsError("WATCHFRAME_SIGNING_KEY must be the base64 of at least 32 bytes.");
  return key;
}

/**
 * The bytes of a webhook secret in the form of Standard Webhooks 1.0: `whsec_` and base64 of 24 to 64 bytes. Null for any
 * other text.
 */
export function standardSecret(secret: string): Buffer | null {
  const encoded = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(secret)?.[1];
  const bytes = Buffer.from(encoded ?? "", "base64");
  return bytes.length >= 24 && bytes.length <= 64 ? bytes : null;
}

/** The public address of the API, and the key that signs links. */
type Signing = { publicUrl: string; signingKey: Buffer };

/** The reader of a monitor's mails: a recipient's id, or `account` for the account's own address. */
export type MailReader = { monitorId: string; to: string };

/** The action of an alert's link. `to` may also be the id of a channel. `runId` is the run to accept, else empty. */
export type AlertAction = MailReader & { action: AlertActionName; runId: string };

/** The keyed hash of an e-mail address. Letter case is ignored. */
export function hashAddress(signingKey: Buffer, email: string): string {
  return sign(signingKey, { purpose: "address", parts: [email.toLowerCase()] });
}

/** The link in an alert that does something with its monitor; valid until `expires` (Unix seconds). */
export function signAlertActionUrl(
  signing: Signing,
  { monitorId, to, action, runId }: AlertAction,
  expires: number,
): string {
  const parts = [action, monitorId, to, runId, expires];
  const signature = sign(signing.signingKey, { purpose: "alert_action", parts });
  const query = { to, ...(runId !== "" && { run: runId }), expires: String(expires), signature };
  return linkTo(signing, `/render/monitors/${monitorId}/alert-actions/${action}`, query);
}

/** Whether a link of an alert is genuine and valid at `now`. */
export function isAlertActionUrlValid(
  signingKey: Buffer,
  { monitorId, to, action, runId, expires, signature, now }: AlertAction & SignedUntil,
): boolean {
  const signed = { purpose: "alert_action", parts: [action, monitorId, to, runId, expires] } as const;
  return expires * 1000 > now.getTime() && isSigned(signingKey, signed, signature);
}

type SignedUntil = { expires: number; signature: string; now: Date };

/** The link in a mail that unsubscribes its reader; valid forever. */
export function signUnsubscribeUrl(signing: Signing, { monitorId, to }: MailReader): string {
  const signature = sign(signing.signingKey, { purpose: "unsubscribe", parts: [monitorId, to] });
  return linkTo(signing, "/render/monitor-recipients/unsubscribe", { monitor: monitorId, to, signature });
}

/** The link that shows one change to people without a key; valid until `expires` (Unix seconds). */
export function signReviewUrl(signing: Signing, changeId: string, expires: number): string {
  const signature = sign(signing.signingKey, { purpose: "review", parts: [changeId, expires] });
  return linkTo(signing, `/changes/${changeId}/review`, { expires: String(expires), signature });
}

/** Whether a review link is genuine and valid at `now`. */
export function isReviewUrlValid(
  signingKey: Buffer,
  { changeId, expires, signature, now }: { changeId: string } & SignedUntil,
): boolean {
  return (
    expires * 1000 > now.getTime() && isSigned(signingKey, { purpose: "review", parts: [changeId, expires] }, signature)
  );
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

/** The secret of an account's signing key. It is derived, so no copy of it is stored. */
export function signingSecret(signingKey: Buffer, keyId: string): string {
  return sign(signingKey, { purpose: "image_key", parts: [keyId] });
}

/** Whether the query of an image link was signed with the secret of a signing key. */
export function isImageQuerySigned(
  secret: string,
  { query, signature }: { query: string; signature: string },
): boolean {
  const hmac = createHmac("sha256", secret).update(query);
  const expected = Buffer.from(hmac.digest("base64url"));
  const given = Buffer.from(signature);
  return expected.length === given.length && timingSafeEqual(expected, given);
}

/** The address of a feed. It is valid until the feed is deleted. */
export function signFeedUrl({ publicUrl, signingKey }: Signing, feedId: string): string {
  return new URL(`/feeds/${feedId}/${sign(signingKey, { purpose: "feed", parts: [feedId] })}.atom`, publicUrl).href;
}

/** Whether the address of a feed is genuine. */
export function isFeedSigned(signingKey: Buffer, feedId: string, signature: string): boolean {
  return isSigned(signingKey, { purpose: "feed", parts: [feedId] }, signature);
}

const outputUrlSeconds = linkMs.output / 1_000;

/** A signed address and its expiry. It needs no API key. */
export type SignedUrl = { url: string; expiresAt: Date };

/** The signed address of a job's output. */
export function signOutputUrl(
  signing: Signing,
  { jobId, name, now }: { jobId: string; name: OutputName; now: Date },
): SignedUrl {
  return signPath(signing, { path: `/jobs/${jobId}/outputs/${name}`, owner: jobId, name, now });
}

/** The signed address of the picture of a sign-in's last try. */
export function signSignInPictureUrl(signing: Signing, { signInId, now }: { signInId: string; now: Date }): SignedUrl {
  return signPath(signing, { path: `/sign-ins/${signInId}/picture`, owner: signInId, name: signInPictureName, now });
}

/** The name of a sign-in's picture in its signature. */
export const signInPictureName = "picture";

/** The signed address of a picture of a monitor's run. */
export function signRunOutputUrl(
  signing: Signing,
  { monitorId, runId, name, now, seconds }: RunOutputTarget,
): SignedUrl {
  const path = `/render/monitors/${monitorId}/runs/${runId}/outputs/${name}`;
  return signPath(signing, { path, owner: runId, name, now, ...(seconds !== undefined && { seconds }) });
}

/** A picture of a run. Its address is valid for `seconds`; default: one day. */
export type RunOutputTarget = { monitorId: string; runId: string; name: RunOutputName; now: Date; seconds?: number };

type Target = { path: string; owner: string; name: string; now: Date; seconds?: number };

function signPath(
  { publicUrl, signingKey }: Signing,
  { path, owner, name, now, seconds = outputUrlSeconds }: Target,
): SignedUrl {
  const expires = Math.floor(now.getTime() / 1000) + seconds;
  const url = new URL(path, publicUrl);
  url.searchParams.set("expires", String(expires));
  url.searchParams.set("signature", sign(signingKey, { purpose: "output", parts: [owner, name, expires] }));
  return { url: url.href, expiresAt: new Date(expires * 1000) };
}

/** Whether the signed address of an output is genuine and valid at `now`. `owner` is the id of its job or run. */
export function isOutputUrlValid(
  signingKey: Buffer,
  {
    owner,
    name,
    expires,
    signature,
    now,
  }: { owner: string; name: string; expires: number; signature: string; now: Date },
): boolean {
  return (
    expires * 1000 > now.getTime() &&
    isSigned(signingKey, { purpose: "output", parts: [owner, name, expires] }, signature)
  );
}
