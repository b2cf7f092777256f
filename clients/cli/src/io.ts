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

/** Writes and waits until the stream has taken it, so that an exit cuts nothing off. */
export function write(stream: Writable, data: string | Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    stream.write(data, (error) => (error ? reject(error) : resolve()));
  });
}
