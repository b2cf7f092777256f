import type { Payload } from "@temporalio/common";
import { type Static, Type } from "typebox";

/** A payload as protobuf's JSON writes it, which is also what Temporal's UI and CLI send to a codec server: bytes in base64. */
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

/** The payload that `toWire` made so. */
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
