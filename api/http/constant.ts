import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";
import type { Encoding, Exchange } from "./exchange.ts";

/** Constant bytes in one encoding, and their SHA-256. */
type Form = { bytes: Buffer; etag: string; encoding: Encoding | null };
/** Constant bytes: compressed forms, the smallest first, then the plain one. */
export type Constant = { compressed: readonly Form[]; plain: Form };

/** The constant of some bytes. */
export function constantOf(bytes: Buffer): Constant {
  return { compressed: [formOf(gzipSync(bytes), "gzip")], plain: formOf(bytes, null) };
}

/** A form of constant bytes. */
export function formOf(bytes: Buffer, encoding: Encoding | null): Form {
  return { bytes, etag: `"${createHash("sha256").update(bytes).digest("hex")}"`, encoding };
}

/** The form that the client accepts. Each form has its own tag (RFC 9110, 8.8.3.3). */
export function replyWith(exchange: Exchange, { compressed, plain }: Constant, contentType: string) {
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
