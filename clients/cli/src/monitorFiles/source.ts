import { gunzipSync } from "node:zlib";
import type { Cli } from "../cli.ts";
import { CliError } from "../exitCodes.ts";
import { readInput } from "../inputs.ts";

/** Bytes of a file that are read at most, also when unpacked. */
const maxBytes = 256 * 1024 * 1024;

/** The bytes behind an address, of a file, or of standard input for `-`. Files of gzip are unpacked. */
export async function readSource(cli: Cli, source: string): Promise<Uint8Array> {
  const bytes = /^https?:\/\//i.test(source) ? await download(cli, source) : await readInput(cli, source);
  return bytes[0] === 0x1f && bytes[1] === 0x8b ? unpack(source, bytes) : bytes;
}

async function download({ io }: Cli, address: string): Promise<Uint8Array> {
  const reply = await fetch(address, { signal: io.signal }).catch((error: unknown) => {
    io.signal.throwIfAborted();
    throw new CliError(`${address} can't be reached: ${causeOf(error)}`, "unreachable");
  });
  if (!reply.ok || reply.body === null) throw new CliError(`${address} answers with status ${reply.status}.`, "failed");
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of reply.body) {
    chunks.push(chunk);
    length += chunk.length;
    if (length > maxBytes) throw new CliError(`${address} has more than ${maxBytes} bytes.`, "failed");
  }
  return Buffer.concat(chunks);
}

function unpack(source: string, bytes: Uint8Array): Uint8Array {
  try {
    return gunzipSync(bytes, { maxOutputLength: maxBytes });
  } catch (error) {
    throw new CliError(`${source} can't be unpacked: ${causeOf(error)}`);
  }
}

function causeOf(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  return cause instanceof Error ? cause.message : String(cause);
}
