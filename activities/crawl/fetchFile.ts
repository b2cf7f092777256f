import { Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import type { GuardedFetch } from "#egress/fetch.ts";

/** What to fetch, and how much of it. */
export type FileRequest = {
  url: URL;
  /** Bytes, as sent and once more as unpacked; what is beyond is left out. */
  maxBytes: number;
  /** Milliseconds for each hop. */
  timeoutMs: number;
  userAgent: string;
  signal?: AbortSignal;
};

/** An answer after redirects; `cut` where there was more than was read. */
export type FetchedFile = { statusCode: number; url: URL; body: Buffer; cut: boolean };

/** Hops that RFC 9309, 2.3.1.2, wants followed at least. */
const maxRedirects = 5;

/**
 * Fetches a file of a site, following up to five redirects; the last one's own answer is returned where there are more.
 * A gzipped body is unpacked, whatever the headers call it. Rejects as `GuardedFetch` does.
 */
export async function fetchFile(fetch: GuardedFetch, request: FileRequest): Promise<FetchedFile> {
  const { maxBytes, timeoutMs, userAgent, signal } = request;
  let { url } = request;
  for (let hops = 0; ; hops += 1) {
    const { statusCode, headers, body, truncated } = await fetch(url, {
      headers: { "user-agent": userAgent },
      maxBodyBytes: maxBytes,
      timeoutMs,
      ...(signal !== undefined && { signal }),
    });
    const next = isRedirect(statusCode) ? URL.parse(String(headers.location), url) : null;
    if (next === null || hops === maxRedirects) {
      const unpacked = await unpack(body, maxBytes);
      return { statusCode, url, body: unpacked.bytes, cut: truncated || unpacked.cut };
    }
    url = next;
  }
}

function isRedirect(statusCode: number): boolean {
  return [301, 302, 303, 307, 308].includes(statusCode);
}

/** Unpacks what begins as gzip does. What can't be unpacked, because the end is missing or it is no gzip after all, is left out. */
async function unpack(body: Buffer, maxBytes: number): Promise<{ bytes: Buffer; cut: boolean }> {
  if (body[0] !== 0x1f || body[1] !== 0x8b) return { bytes: body, cut: false };
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
    return { bytes: Buffer.concat(chunks), cut: true };
  }
  return { bytes: Buffer.concat(chunks, Math.min(length, maxBytes)), cut: length > maxBytes };
}
