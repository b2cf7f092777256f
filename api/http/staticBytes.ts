import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";
import type { Encoding, Exchange } from "./exchange.ts";

/** Bytes that never change in one encoding, and their SHA-256. */
type EncodedBytes = { bytes: Buffer; etag: string; encoding: Encoding | null };
/** Bytes that never change: compressed, the smallest first, then plain. */
export type StaticBytes = { compressed: readonly EncodedBytes[]; plain: EncodedBytes };

/** Static bytes with their compressed form. */
export function staticBytesOf(bytes: Buffer): StaticBytes {
  return { compressed: [encodedBytes(gzipSync(bytes), "gzip")], plain: encodedBytes(bytes, null) };
}

/** One encoding of static bytes. */
export function encodedBytes(bytes: Buffer, encoding: Encoding | null): EncodedBytes {
  return { bytes, etag: `"${createHash("sha256").update(bytes).digest("hex")}"`, encoding };
}

/** Replies in the encoding that the client accepts. Each encoding has its own tag (RFC 9110, 8.8.3.3). */
export function respondWith(exchange: Exchange, { compressed, plain }: StaticBytes, contentType: string) {
  const accepted = compressed.find(({ encoding }) => encoding !== null && exchange.takes(encoding));
  const { bytes, etag, encoding } = accepted ?? plain;
  const headers = { "Cache-Control": "no-cache", ETag: etag, Vary: "Accept-Encoding" };
  if (matchesTag(exchange.header("If-None-Match") ?? "", etag)) return { status: 304, headers } as const;
  const content = { contentType, length: bytes.length, read: () => Promise.resolve(bytes) };
  return {
    status: 200,
    headers: { ...headers, ...(encoding !== null && { "Content-Encoding": encoding }) },
    content,
  } as const;
}

/** Whether an If-None-Match header names the tag (RFC 9110, 13.1.2). */
export function matchesTag(ifNoneMatch: string, etag: string): boolean {
  const tags = new Set(ifNoneMatch.split(",").map((tag) => tag.trim().replace(/^W\//, "")));
  return tags.has(etag) || tags.has("*");
}
