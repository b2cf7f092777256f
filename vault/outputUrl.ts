import type { OutputName } from "#schemas/outputs.ts";
import { isSigned, sign } from "./signature.ts";

/** How long a signed output address works, in seconds. */
const outputUrlSeconds = 24 * 60 * 60;

/** The signed address of one output and when it stops working; it needs no key. */
export function signOutputUrl(
  { publicUrl, signingKey }: { publicUrl: string; signingKey: Buffer },
  { jobId, name, now }: { jobId: string; name: OutputName; now: Date },
): { url: string; expiresAt: Date } {
  const expires = Math.floor(now.getTime() / 1000) + outputUrlSeconds;
  const url = new URL(`/jobs/${jobId}/outputs/${name}`, publicUrl);
  url.searchParams.set("expires", String(expires));
  url.searchParams.set("signature", sign(signingKey, { purpose: "output", parts: [jobId, name, expires] }));
  return { url: url.href, expiresAt: new Date(expires * 1000) };
}

/** Whether a signed address is genuine and still works at `now`. */
export function isOutputUrlValid(
  signingKey: Buffer,
  {
    jobId,
    name,
    expires,
    signature,
    now,
  }: { jobId: string; name: string; expires: number; signature: string; now: Date },
): boolean {
  return (
    expires * 1000 > now.getTime() &&
    isSigned(signingKey, { purpose: "output", parts: [jobId, name, expires] }, signature)
  );
}
