import { createDecipheriv } from "node:crypto";
import type { Sealed } from "#schemas/common.ts";
import { type KeyRing, type SealContext, toAad } from "./keyRing.ts";

/** A sealed value could not be opened: unknown key, wrong context or changed bytes. */
export class OpenFailed extends Error {
  override readonly name = "OpenFailed";
}

/**
 * Opens a value that `seal` sealed for the same account, record and field. Only activities may import this file.
 * @throws OpenFailed; its message has no part of the value.
 */
export function open(ring: KeyRing, sealed: Sealed, context: SealContext): string {
  const [, version, keyId = "", encoded = ""] = sealed.split(":");
  const key = ring.keys.get(keyId);
  if (version !== "v1" || key === undefined) throw new OpenFailed(`No key opens the sealed ${context.field}.`);
  const bytes = Buffer.from(encoded, "base64url");
  if (bytes.length < 28) throw new OpenFailed(`The sealed ${context.field} is damaged.`);
  const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, 12));
  decipher.setAAD(toAad(context));
  decipher.setAuthTag(bytes.subarray(-16));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(12, -16)), decipher.final()]).toString("utf8");
  } catch (cause) {
    throw new OpenFailed(`The sealed ${context.field} is damaged or was moved.`, { cause });
  }
}
