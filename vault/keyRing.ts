import { Buffer } from "node:buffer";
import { SettingsError } from "#schemas/settings/readEnv.ts";

/** Keys for secrets at rest. The first key of the setting seals; every key opens. */
export type KeyRing = { activeId: string; keys: ReadonlyMap<string, Buffer> };

/**
 * Parses a key ring from a setting: comma-separated `id:base64` pairs of 32-byte keys.
 * @throws SettingsError that names the setting and the offending id, but no bytes of a key.
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
    if (keys.has(id)) throw new SettingsError(`${name}: key ${id} is given twice.`);
    keys.set(id, key);
  }
  const [activeId] = keys.keys();
  if (activeId === undefined) throw new SettingsError(`${name}: at least one key is needed.`);
  return { activeId, keys };
}

/** The owner of a sealed value. A ciphertext that is moved to another account, record or field cannot be opened. */
export type SealContext = { accountId: string; entityId: string; field: string };

/** Additional authenticated data of a sealed value. */
export function toAad(context: SealContext): Buffer {
  return Buffer.from(JSON.stringify([context.accountId, context.entityId, context.field]));
}
