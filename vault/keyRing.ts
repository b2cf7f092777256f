import { Buffer } from "node:buffer";
import { SettingsError } from "#schemas/validate.ts";

/** Keys for secrets at rest: the first of the setting seals, every one opens. */
export type KeyRing = { activeId: string; keys: ReadonlyMap<string, Buffer> };

/**
 * Reads a key ring from a setting: `id:base64` pairs of 32-byte keys, comma-separated.
 * Throws a SettingsError that names the setting and the offending id, never a key's bytes.
 */
export function parseKeyRing(setting: string, name = "WATCHFRAME_KEY_RING"): KeyRing {
  const keys = new Map<string, Buffer>();
  for (const entry of setting.split(",")) {
    const [id = "", encoded = ""] = entry.trim().split(":", 2);
    const key = Buffer.from(encoded, "base64");
    if (!/^[A-Za-z0-9_-]{1,32}$/.test(id))
      throw new SettingsError(`${name}: a key id must be 1 to 32 letters, digits, - or _.`);
    if (key.length !== 32)
      throw new SettingsError(`${name}: key ${id} must be the base64 of 32 bytes, got ${key.length}.`);
    if (keys.has(id)) throw new SettingsError(`${name}: key ${id} is there twice.`);
    keys.set(id, key);
  }
  const [activeId] = keys.keys();
  if (activeId === undefined) throw new SettingsError(`${name}: at least one key is needed.`);
  return { activeId, keys };
}

/** What a sealed value is bound to; a ciphertext moved to another account, record or field can't be opened. */
export type SealContext = { accountId: string; entityId: string; field: string };

/** Additional authenticated data of a sealed value. */
export function toAad(context: SealContext): Buffer {
  return Buffer.from(JSON.stringify([context.accountId, context.entityId, context.field]));
}
