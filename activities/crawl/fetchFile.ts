import { Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import type { GuardedFetch } from "#egress/fetch.ts";
import { isRedirect } from "../httpHosts.ts";

/** The file to fetch, and limits. */
export type FileRequest = {
  url: URL;
  /** Bytes to read as sent, and again as unpacked. */
  maxBytes: number;
  /** Milliseconds for each redirect. */
  timeoutMs: number;
  userAgent: string;
  signal?: AbortSignal;
};

/** The response after redirects. `isCut` if the file was longer than `maxBytes`. */
export type FetchedFile = { statusCode: number; url: URL; body: Buffer; isCut: boolean };

/** Redirects to follow. RFC 9309, 2.3.1.2, asks for at least five. */
const maxRedirects = 5;

/**
 * Fetches a file of a site and follows up to five redirects. After more, it returns the last redirect itself. A gzipped body
 * is unpacked, whatever its headers say.
 * @throws As `GuardedFetch`.
 */
export async function fetchFile(fetch: GuardedFetch, request: FileRequest): Promise<FetchedFile> {
  const { maxBytes, timeoutMs, userAgent, signal } = request;
  let { url } = request;
  for (let redirects = 0; ; redirects += 1) {
    const { statusCode, headers, body, truncated } = await fetch(url, {
      headers: { "user-agent": userAgent },
      maxBodyBytes: maxBytes,
      timeoutMs,
      ...(signal !== undefined && { signal }),
    });
    const next = isRedirect(statusCode) ? URL.parse(String(headers.location), url) : null;
    if (next === null || redirects === maxRedirects) {
      const unpacked = await unpack(body, maxBytes);
      return { statusCode, url, body: unpacked.bytes, isCut: truncated || unpacked.isCut };
    }
    url = next;
  }
}

/** Unpacks a gzipped body, up to `maxBytes`. A damaged or incomplete body is unpacked as far as possible. */
async function unpack(body: Buffer, maxBytes: number): Promise<{ bytes: Buffer; isCut: boolean }> {
  if (body[0] !== 0x1f || body[1] !== 0x8b) return { bytes: body, isCut: false };
  const chunks: Buffer[] = [];
  let length = 0;
  const unpacked: AsyncIterable<Buffer> = Readable.from([body]).pipe(createGunzip());
  try {
    for await (const chunk of unpacked) {
      chunks.push(chunk);
      length += chunk.length;
      if (length > maxBytes) break;
    }
  } catch {
    return { bytes: Buffer.concat(chunks), isCut: true };
  }
  return { bytes: Buffer.concat(chunks, Math.min(length, maxBytes)), isCut: length > maxBytes };
}
