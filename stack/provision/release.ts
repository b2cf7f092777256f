import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import path from "node:path";
import { Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { type Dispatcher, EnvHttpProxyAgent, fetch } from "undici";
import { connectTimeoutMs, type ProvisionContext, runCommand } from "./context.ts";

/** A vendor's release archive and its published SHA-256 sums. */
export type Release = {
  /** Address of the .tar.gz. */
  url: string;
  /** Address of the vendor's checksum file: lines of `<sha256>  <file name>`. */
  checksumsUrl: string;
  /** Path of the executable inside the archive. */
  member: string;
};

type Request = {
  dispatcher: Dispatcher;
  signal?: AbortSignal;
};

/**
 * Downloads a release into the empty `directory`, verifies its checksum and unpacks it with tar. Returns the executable's path.
 * @throws Error if an address does not answer, or the checksum is another.
 */
export async function downloadRelease(release: Release, directory: string, context: ProvisionContext): Promise<string> {
  const timeouts = { connect: { timeout: connectTimeoutMs }, headersTimeout: 15_000, bodyTimeout: 30_000 };
  const dispatcher = new EnvHttpProxyAgent(timeouts);
  const request: Request = { dispatcher, ...(context.signal ? { signal: context.signal } : {}) };
  try {
    const archive = path.join(directory, "release.tar.gz");
    const fileName = path.posix.basename(new URL(release.url).pathname);
    const expected = await publishedSum(release.checksumsUrl, fileName, request);
    const found = await download(release.url, archive, request);
    if (found !== expected) throw new Error(`the vendor's sha256 is ${expected}, the download has ${found}`);
    await runCommand({ file: "tar", args: ["-xzf", archive, "-C", directory], env: context.env });
    await rm(archive);
    return path.join(directory, release.member);
  } finally {
    await dispatcher.destroy();
  }
}

async function publishedSum(url: string, fileName: string, request: Request): Promise<string> {
  const response = await fetch(url, request);
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  for (const line of (await response.text()).split("\n")) {
    const [sum, name] = line.trim().split(/\s+\*?/);
    if (sum && name === fileName) return sum.toLowerCase();
  }
  throw new Error(`${url} has no sum for ${fileName}`);
}

async function download(url: string, file: string, request: Request): Promise<string> {
  const response = await fetch(url, request);
  if (!response.ok || !response.body) throw new Error(`${url} answered ${response.status}`);
  const hash = createHash("sha256");
  const tap = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      done(undefined, chunk);
    },
  });
  await pipeline(Readable.fromWeb(response.body), tap, createWriteStream(file));
  return hash.digest("hex");
}
