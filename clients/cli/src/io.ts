import type { Readable, Writable } from "node:stream";

/** A stream that may be a terminal. */
type Output = Writable & { isTTY?: boolean; columns?: number };

/** Everything that a run of the command line touches, beside the network and the file system. */
export type Io = {
  stdin: Readable & { isTTY?: boolean };
  stdout: Output;
  stderr: Output;
  env: Readonly<Record<string, string | undefined>>;
  /** Folder that relative paths start from. */
  cwd: string;
  /** Aborts at Ctrl-C. */
  signal: AbortSignal;
};

/** All of standard input as text. */
export async function readStdin({ stdin }: Io): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of stdin) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString("utf8");
}

/**
 * Writes and waits until the stream has taken it, so that an exit cuts nothing off. A terminal gets text without characters
 * that act on it, because a page can choose them. Files and pipes get every byte.
 */
export function write(stream: Output, data: string | Uint8Array): Promise<void> {
  return writeRaw(stream, stream.isTTY === true ? forTerminal(data) : data);
}

/** Writes every byte, for control sequences of our own. */
export function writeRaw(stream: Writable, data: string | Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    stream.write(data, (error) => (error ? reject(error) : resolve()));
  });
}

/** Control characters but tab and line break, and marks that change lines or the direction of text. */
const actingChars = /(?![\t\n]|\r\n)[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu;

/** Text with an escape such as `\\u001b` in place of each character that acts on a terminal. */
export function forTerminal(data: string | Uint8Array): string {
  const text = typeof data === "string" ? data : Buffer.from(data).toString("utf8");
  return text.replaceAll(actingChars, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
