import { mkdir, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { Option } from "@commander-js/extra-typings";
import type { Bytes } from "../../typescript/src/index.ts";
import type { Cli } from "./cli.ts";
import { CliError } from "./exitCodes.ts";
import { checkEnding } from "./fileKinds.ts";
import { write } from "./io.ts";

/** The destination of bytes: `-` is standard output, a folder ends with a slash or exists. */
export type Target = { output?: string | undefined; force?: true | undefined };

/** `-o`, for what a command saves. */
export function outputOption(what: string, standard = "a file named after the page") {
  return new Option(
    "-o, --output <place>",
    `file or folder for the ${what}; - is standard output (default: ${standard})`,
  );
}

export const forceOption = new Option("--force", "overwrite files that exist");

const endings: Readonly<Record<string, string>> = {
  "image/png": "png",
  "image/jpeg": "jpg",
  "image/webp": "webp",
  "image/avif": "avif",
  "application/pdf": "pdf",
  "video/mp4": "mp4",
  "video/webm": "webm",
  "image/gif": "gif",
  "text/markdown": "md",
  "text/html": "html",
  "text/plain": "txt",
  "application/json": "json",
};

/**
 * Writes bytes to standard output, or to a file that does not exist yet. `name` names a file without a given name.
 * @returns The path of the file; null for standard output.
 * @throws CliError if the file exists or its ending says otherwise, or if standard output is a terminal.
 */
export async function save(
  cli: Cli,
  { bytes, contentType }: Bytes,
  target: Target & { name: string },
): Promise<string | null> {
  const { output, force, name } = target;
  if (output === "-") {
    if (cli.io.stdout.isTTY && !contentType.startsWith("text/")) {
      throw new CliError("A picture would garble this terminal. Name a file with -o, or pipe the output.");
    }
    await write(cli.io.stdout, bytes);
    return null;
  }
  const ending = endings[contentType.split(";", 1)[0] ?? ""] ?? "bin";
  const file = await fileFor(path.resolve(cli.io.cwd, output ?? "."), output, `${name}.${ending}`);
  checkEnding(path.relative(cli.io.cwd, file), contentType);
  await writeNew(file, bytes, force === true);
  return path.relative(cli.io.cwd, file);
}

async function fileFor(place: string, output: string | undefined, name: string): Promise<string> {
  return output === undefined || (await isFolder(place, output)) ? path.join(place, name) : place;
}

/** Whether a place is a folder: its name ends with a slash, or it exists. */
export async function isFolder(place: string, output: string): Promise<boolean> {
  return /[/\\]$/.test(output) || (await isExistingFolder(place));
}

async function isExistingFolder(place: string): Promise<boolean> {
  return (await stat(place).catch(() => null))?.isDirectory() ?? false;
}

/**
 * Writes the body of a reply as it arrives, to standard output or to a file that does not exist yet. `name` names a file
 * without a given name. A file whose body breaks off is removed.
 * @returns The path of the file; null for standard output.
 * @throws CliError if the file exists, or if standard output is a terminal.
 */
export async function saveStream(
  cli: Cli,
  { body }: Response,
  { output, force, name }: Target & { name: string },
): Promise<string | null> {
  const chunks = body ?? [];
  if (output === "-") {
    if (cli.io.stdout.isTTY) throw new CliError("A zip would garble this terminal. Name a file with -o, or pipe it.");
    for await (const chunk of chunks) await write(cli.io.stdout, chunk);
    return null;
  }
  const file = await fileFor(path.resolve(cli.io.cwd, output ?? "."), output, name);
  try {
    await writeNew(file, chunks, force === true);
  } catch (error) {
    if (!(error instanceof CliError)) await rm(file, { force: true });
    throw error;
  }
  return path.relative(cli.io.cwd, file);
}

/** Bytes, or their parts as they arrive. */
type Content = Uint8Array | Iterable<Uint8Array> | AsyncIterable<Uint8Array>;

async function writeNew(file: string, content: Content, force: boolean): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true });
  try {
    await writeFile(file, content, { flag: force ? "w" : "wx" });
  } catch (error) {
    const exists = error instanceof Error && "code" in error && error.code === "EEXIST";
    throw exists ? new CliError(`${file} exists. Add --force to overwrite it.`) : error;
  }
}

/** UTF-8 bytes of a page's name. File systems take 255 for a whole name, and an ending and a number follow. */
const maxNameBytes = 100;

/** Names that Windows keeps for devices, whatever ending follows. */
const deviceName = /^(?:con|prn|aux|nul|com\d|lpt\d)$/;

/** A name for the file of a page: `example-com-prices`. */
export function nameOf(address: string): string {
  const url = URL.canParse(address) ? new URL(address) : null;
  const text = url === null ? address : `${url.host}${url.pathname}${url.search}`;
  const words = text
    .normalize("NFC")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u);
  const name = cutToBytes(words.filter((word) => word !== "").join("-"), maxNameBytes) || "page";
  return deviceName.test(name) ? `page-${name}` : name;
}

/** The beginning of a text with at most `maxBytes` of UTF-8, in whole characters. */
function cutToBytes(text: string, maxBytes: number): string {
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(maxBytes));
  return text.slice(0, read);
}
