import type { OutputName } from "#schemas/outputs.ts";
import type { RunOutputName } from "#schemas/run.ts";
import { isSigned, sign } from "./signature.ts";

/** How long a signed output address works, in seconds. */
const outputUrlSeconds = 24 * 60 * 60;

/** What addresses are made of and signed with. */
type Signing = { publicUrl: string; signingKey: Buffer };

/** A signed address and when it stops working; it needs no key. */
export type SignedUrl = { url: string; expiresAt: Date };

/** The signed address of one output of a job. */
export function signOutputUrl(
  signing: Signing,
  { jobId, name, now }: { jobId: string; name: OutputName; now: Date },
): SignedUrl {
  return signPath(signing, { path: `/jobs/${jobId}/outputs/${name}`, owner: jobId, name, now });
}

/** The signed address of one picture of a monitor's run. */
export function signRunOutputUrl(
  signing: Signing,
  { monitorId, runId, name, now, seconds }: RunOutputTarget,
): SignedUrl {
  const path = `/render/monitors/${monitorId}/runs/${runId}/outputs/${name}`;
  return signPath(signing, { path, owner: runId, name, now, ...(seconds !== undefined && { seconds }) });
}

/** A picture of a run to be addressed; the address works for a day unless `seconds` are given. */
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

/** Whether a signed address of an output of `owner`, a job or a run, is genuine and still works at `now`. */
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
