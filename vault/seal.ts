import { createCipheriv, randomBytes } from "node:crypto";
import type { Sealed } from "#schemas/common.ts";
import { type KeyRing, type SealContext, toAad } from "./keyRing.ts";
import { open } from "./open.ts";

/**
 * Seals a secret with AES-256-GCM under the ring's active key, bound to its account, record and field. The result is
 * `sealed:v1:<key id>:<base64url of 12-byte IV, ciphertext, 16-byte tag>`, both in MongoDB and in histories.
 */
export function seal(ring: KeyRing, plaintext: string, context: SealContext): Sealed {
  const key = ring.keys.get(ring.activeId);
  if (key === undefined) throw new Error(`The key ring has no key ${ring.activeId}.`);
  const iv = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", key, iv);
  cipher.setAAD(toAad(context));
  const sealed = Buffer.concat([iv, cipher.update(plaintext, "utf8"), cipher.final(), cipher.getAuthTag()]);
  return `sealed:v1:${ring.activeId}:${sealed.toString("base64url")}`;
}

/** Thrown by `reseal` and `resealFor`. */
export { OpenFailed } from "./open.ts";

/**
 * The value sealed under the ring's active key for the same context; unchanged if that key sealed it. The plain text is not
 * returned.
 * @throws OpenFailed
 */
export function reseal(ring: KeyRing, sealed: Sealed, context: SealContext): Sealed {
  if (sealed.startsWith(`sealed:v1:${ring.activeId}:`)) return sealed;
  return seal(ring, open(ring, sealed, context), context);
}

/**
 * The value sealed for another record. The plain text is not returned.
 * @throws OpenFailed
 */
export function resealFor(ring: KeyRing, sealed: Sealed, { from, to }: { from: SealContext; to: SealContext }): Sealed {
  return seal(ring, open(ring, sealed, from), to);
}
