import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";
import type { Exchange } from "./exchange.ts";

/** Constant bytes and their SHA-256. */
type Form = { bytes: Buffer; etag: string };
/** Constant bytes, plain and compressed. */
export type Constant = { plain: Form; gzip: Form };

/** The constant of some bytes. */
export function constantOf(bytes: Buffer): Constant {
  return { plain: formOf(bytes), gzip: formOf(gzipSync(bytes)) };
}

function formOf(bytes: Buffer): Form {
  return { bytes, etag: `"${createHash("sha256").update(bytes).digest("hex")}"` };
}

/** The form that the client accepts. Each form has its own tag (RFC 9110, 8.8.3.3). */
export function replyWith(exchange: Exchange, { plain, gzip }: Constant, contentType: string) {
  const compressed = exchange.takesGzip();
  const { bytes, etag } = compressed ? gzip : plain;
  const headers = { "Cache-Control": "no-cache", ETag: etag, Vary: "Accept-Encoding" };
  if (matchesTag(exchange.header("If-None-Match") ?? "", etag)) return { status: 304, headers } as const;
  const content = { contentType, length: bytes.length, read: () => Promise.resolve(bytes) };
  return { status: 200, headers: { ...headers, ...(compressed && { "Content-Encoding": "gzip" }) }, content } as const;
}

/** Whether an If-None-Match header names the tag (RFC 9110, 13.1.2). */
export function matchesTag(ifNoneMatch: string, etag: string): boolean {
  const tags = new Set(ifNoneMatch.split(",").map((tag) => tag.trim().replace(/^W\//, "")));
  return tags.has(etag) || tags.has("*");
}
