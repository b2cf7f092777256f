import { decodeText } from "#markup/decodeText.ts";

/** The text of a reply: by its byte order mark, by the `charset` of its type, else as its own declaration says or as UTF-8. */
export function decodeReply(bytes: Uint8Array, contentType: string): string {
  const label = charsetOf(contentType);
  const [first, second] = bytes;
  const isMarked = (first === 0xfe && second === 0xff) || (first === 0xff && second === 0xfe) || first === 0xef;
  if (label === null || isMarked) return decodeText(bytes);
  try {
    return new TextDecoder(label).decode(bytes);
  } catch {
    // No decoder knows the name.
    return decodeText(bytes);
  }
}

/** The `charset` of a `Content-Type`; null for none. */
export function charsetOf(contentType: string): string | null {
  return /;\s*charset\s*=\s*"?([\w.:-]+)/iu.exec(contentType)?.[1] ?? null;
}
