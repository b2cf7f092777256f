import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import { connect } from "node:net";
import path from "node:path";
import { Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { type Dispatcher, EnvHttpProxyAgent, fetch } from "undici";
import type { Source } from "./artifact.ts";
import type { ProvisionContext } from "./context.ts";
import { runCommand } from "./runCommand.ts";

/** A vendor's release archive with its published list of SHA-256 sums. */
export interface Release {
  /** Address of the .tar.gz. */
  url: string;
  /** Address of the vendor's checksum file: lines of `<sha256>  <file name>`. */
  checksumsUrl: string;
  /** Path of the executable inside the archive. */
  member: string;
}

interface Request {
  dispatcher: Dispatcher;
  signal?: AbortSignal;
}

/** Short on purpose: on a machine without a way out, the next source should be tried soon. */
const CONNECT_TIMEOUT_MS = 5_000;

/** Downloads a vendor's release, checks it against the vendor's checksum and unpacks it with tar. */
export function fromRelease(release: Release): Source {
  return {
    title: `downloading ${release.url}`,
    async fetch(directory, context) {
      const dispatcher = new EnvHttpProxyAgent({
        connect: { timeout: CONNECT_TIMEOUT_MS },
        headersTimeout: 15_000,
        bodyTimeout: 30_000,
      });
      const request: Request = { dispatcher, ...(context.signal ? { signal: context.signal } : {}) };
      try {
        const archive = path.join(directory, "release.tar.gz");
        const fileName = path.posix.basename(new URL(release.url).pathname);
        const expected = await publishedSum(release.checksumsUrl, fileName, request);
        const found = await download(release.url, archive, request);
        if (found !== expected) {
          throw new Error(`the vendor's sha256 is ${expected}, the download has ${found}`);
        }
        await runCommand({ file: "tar", args: ["-xzf", archive, "-C", directory], env: context.env });
        await rm(archive);
        return path.join(directory, release.member);
      } finally {
        await dispatcher.destroy();
      }
    },
  };
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

/**
 * Fails soon when a host cannot be reached; for downloaders of other libraries, which try for minutes.
 * Behind a proxy a direct connection says nothing, so it is not tried.
 */
export function canConnect(host: string, port: number, context: ProvisionContext): Promise<void> {
  if (context.env["HTTPS_PROXY"] || context.env["https_proxy"]) return Promise.resolve();
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, timeout: CONNECT_TIMEOUT_MS });
    socket.once("timeout", () => socket.destroy(new Error(`no connection to ${host} in ${CONNECT_TIMEOUT_MS} ms`)));
    socket.once("error", reject);
    socket.once("connect", () => {
      socket.destroy();
      resolve();
    });
  });
}
