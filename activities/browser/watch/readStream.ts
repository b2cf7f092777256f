import type { CDPSession } from "puppeteer";

/** Bytes of one part that the browser sends. */
const partBytes = 2 ** 20;

/** The bytes of a stream that the browser holds; null for more than `maxBytes`, of which the rest is never read. */
export async function readStream(session: CDPSession, handle: string, maxBytes: number): Promise<Buffer | null> {
  const parts: Buffer[] = [];
  let length = 0;
  try {
    for (;;) {
      const { data, base64Encoded = false, eof } = await session.send("IO.read", { handle, size: partBytes });
      const part = Buffer.from(data, base64Encoded ? "base64" : "utf8");
      length += part.length;
      if (length > maxBytes) return null;
      parts.push(part);
      if (eof) return Buffer.concat(parts);
    }
  } finally {
    await session.send("IO.close", { handle });
  }
}
