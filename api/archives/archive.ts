import { PassThrough, Readable } from "node:stream";
import { finished, pipeline } from "node:stream/promises";
import { ZipFile } from "yazl";
import type { JobRecord } from "#schemas/job.ts";
import { extensionOf, type OutputRecord } from "#schemas/outputs.ts";
import { holdCallSlot } from "../http/callSlot.ts";
import { ApiError } from "../http/errors.ts";
import type { Caller, Exchange } from "../http/exchange.ts";
import { readOutput } from "../jobs/store.ts";
import type { ApiPorts } from "../ports.ts";
import { createFileNames, nameOf } from "./fileNames.ts";

/** A page of an archive. `line` is its line in `pages.jsonl`, without its files. */
export type ArchivedPage = { id: string; url: string; line: object };

type ArchivePorts = Pick<ApiPorts, "database" | "objects">;

/** Milliseconds for which a download keeps its slot. */
const maxSlotMs = 15 * 60_000;

/** An archive to send: what it is of, the address that names it, and its pages. */
type Archive = { kind: string; url: string; pages: AsyncIterable<ArchivedPage> };

/**
 * A reply with the archive of pages, as a file named after the first one. The zip is made while it is sent. Until its end, the
 * download takes one of the account's slots for synchronous calls, as each holds an output in memory.
 * @throws ApiError `too_many_at_once` without a free slot.
 */
export async function replyWithArchive(
  ports: ApiPorts,
  { caller, exchange }: { caller: Caller; exchange: Exchange },
  { kind, url, pages }: Archive,
) {
  const signal = exchange.untilGone();
  await holdCallSlot(ports, { caller, ms: maxSlotMs, signal });
  // A name with other letters would need a second form in the header.
  const name = `${kind}-${nameOf(url)}`.replaceAll(/[^\w-]+/g, "-");
  const read = () => Promise.resolve(openArchive(ports, pages, signal));
  return {
    status: 200,
    headers: { "Content-Disposition": `attachment; filename="${name}.zip"` },
    content: { contentType: "application/zip", length: null, read },
  } as const;
}

/**
 * A zip with the outputs of each page, and `pages.jsonl` with a line for each page. It holds one output in memory at a
 * time. A failure ends the stream before the directory of the zip, so that no reader takes it for whole.
 */
function openArchive(ports: ArchivePorts, pages: AsyncIterable<ArchivedPage>, signal: AbortSignal): Readable {
  const zip = new ZipFile();
  const output = new PassThrough();
  const fail = (cause: unknown): void => {
    output.destroy(signal.aborted ? undefined : new Error("The archive broke off.", { cause }));
  };
  zip.once("error", fail);
  const filled = fill(ports, { zip, pages, signal }).then(() => zip.end());
  Promise.all([filled, pipeline(zip.outputStream, output, { signal })]).catch(fail);
  return output;
}

type Filling = { zip: ZipFile; pages: AsyncIterable<ArchivedPage>; signal: AbortSignal };

async function fill(ports: ArchivePorts, { zip, pages, signal }: Filling): Promise<void> {
  const nameFor = createFileNames();
  const lines: string[] = [];
  for await (const { id, url, line } of pages) {
    signal.throwIfAborted();
    const job = await ports.database.jobs.findOne({ _id: id });
    const files = job === null ? {} : await addOutputs(ports, { zip, job, name: () => nameFor(url), signal });
    lines.push(`${JSON.stringify({ ...line, files })}\n`);
  }
  zip.addBuffer(Buffer.from(lines.join("")), "pages.jsonl");
}

type Adding = { zip: ZipFile; job: JobRecord; name: () => string; signal: AbortSignal };

/** Adds the outputs of a job. Returns the names of its files by output; those of removed outputs are missing. */
async function addOutputs(ports: ArchivePorts, { zip, job, name, signal }: Adding): Promise<Record<string, string>> {
  const files: Record<string, string> = {};
  const { outputs } = job.result ?? { outputs: [] };
  if (outputs.length === 0) return files;
  const base = name();
  for (const output of outputs) {
    const bytes = await bytesOf(ports, output);
    if (bytes === null) continue;
    const file = `${base}-${output.name}.${extensionOf(output.contentType)}`;
    const input = Readable.from([bytes]);
    // Pictures, recordings and PDFs are compressed already.
    const compress = /^(?:text\/|application\/json)/.test(output.contentType);
    zip.addReadStream(input, file, { compress, size: bytes.length, mtime: job.completedAt ?? job.createdAt });
    await finished(input, { signal });
    files[output.name] = file;
  }
  return files;
}

/** The bytes of an output; null if they were removed. */
async function bytesOf({ objects }: ArchivePorts, output: OutputRecord): Promise<Buffer | null> {
  try {
    return await readOutput(objects, output);
  } catch (error) {
    if (error instanceof ApiError && error.code === "not_found") return null;
    throw error;
  }
}
