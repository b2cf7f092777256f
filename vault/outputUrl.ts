import type { OutputName } from "#schemas/outputs.ts";
import type { RunOutputName } from "#schemas/run.ts";
import { isSigned, sign } from "./signature.ts";

/** Seconds for which a signed output address is valid. */
const outputUrlSeconds = 24 * 60 * 60;

/** The public address of the API, and the key that signs addresses. */
type Signing = { publicUrl: string; signingKey: Buffer };

/** A signed address and its expiry. It needs no API key. */
export type SignedUrl = { url: string; expiresAt: Date };

/** The signed address of a job's output. */
export function signOutputUrl(
  signing: Signing,
  { jobId, name, now }: { jobId: string; name: OutputName; now: Date },
): SignedUrl {
  return signPath(signing, { path: `/jobs/${jobId}/outputs/${name}`, owner: jobId, name, now });
}

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
