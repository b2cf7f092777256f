import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import type { Payload, PayloadCodec } from "@temporalio/common";
import { type Static, Type } from "typebox";
import type { KeyRing } from "#vault/keyRing.ts";

/** The `encoding` of an encrypted payload, as in Temporal's samples. */
const encoding = "binary/encrypted";

/** A payload could not be decrypted: unknown key or changed bytes. */
class DecodeFailed extends Error {
  override readonly name = "DecodeFailed";
}

/**
 * Encrypts payloads with AES-256-GCM under the ring's active key: arguments, results, summaries and details. Ids, types,
 * search attributes and failure messages are not encrypted. Plain payloads are read as they are, so encryption can be turned
 * on while workflows run. `data` is a 12-byte IV, the ciphertext of the payload's JSON and a 16-byte tag.
 */
export function createPayloadCodec(ring: KeyRing): PayloadCodec {
  return {
    encode: (payloads) => Promise.resolve(payloads.map((payload) => encrypt(ring, payload))),
    decode: async (payloads) => payloads.map((payload) => decrypt(ring, payload)),
  };
}

function encrypt({ activeId, keys }: KeyRing, payload: Payload): Payload {
  const key = keys.get(activeId);
  if (key === undefined) throw new Error(`The key ring has no key ${activeId}.`);
  const iv = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", key, iv).setAAD(Buffer.from(activeId));
  const text = JSON.stringify(toWire(payload));
  const data = Buffer.concat([iv, cipher.update(text, "utf8"), cipher.final(), cipher.getAuthTag()]);
  return { metadata: { encoding: Buffer.from(encoding), "encryption-key-id": Buffer.from(activeId) }, data };
}

function decrypt({ keys }: KeyRing, payload: Payload): Payload {
  if (textOf(payload, "encoding") !== encoding) return payload;
  const keyId = textOf(payload, "encryption-key-id");
  const key = keys.get(keyId);
  if (key === undefined) throw new DecodeFailed("No key of the ring decrypts the payload.");
  const bytes = Buffer.from(payload.data ?? []);
  if (bytes.length < 28) throw new DecodeFailed("The payload is damaged.");
  const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, 12), { authTagLength: 16 })
    .setAAD(Buffer.from(keyId))
    .setAuthTag(bytes.subarray(-16));
  try {
    const text = Buffer.concat([decipher.update(bytes.subarray(12, -16)), decipher.final()]).toString("utf8");
    return fromWire(JSON.parse(text));
  } catch (cause) {
    throw new DecodeFailed("The payload is damaged.", { cause });
  }
}

function textOf({ metadata }: Payload, name: string): string {
  return Buffer.from(metadata?.[name] ?? []).toString("utf8");
}

/** A payload in protobuf's JSON form, with bytes in base64. Temporal's UI and CLI send this form to a codec server. */
export const WirePayload = Type.Object({
  metadata: Type.Optional(Type.Record(Type.String(), Type.String())),
  data: Type.Optional(Type.String()),
});
export type WirePayload = Static<typeof WirePayload>;

/** A payload with its bytes in base64. */
export function toWire({ metadata, data }: Payload): WirePayload {
  return {
    metadata: Object.fromEntries(Object.entries(metadata ?? {}).map(([name, bytes]) => [name, encode(bytes)])),
    data: encode(data ?? new Uint8Array()),
  };
}

/** The inverse of `toWire`. */
export function fromWire({ metadata = {}, data = "" }: WirePayload): Payload {
  return {
    metadata: Object.fromEntries(
      Object.entries(metadata).map(([name, text]) => [name, Buffer.from(text, "base64")] as const),
    ),
    data: Buffer.from(data, "base64"),
  };
}

function encode(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("base64");
}
