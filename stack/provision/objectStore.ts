import { mkdirSync } from "node:fs";
import path from "node:path";
import { serverEnvironment } from "../environment.ts";
import type { PartDefinition } from "../supervisor/partRunner.ts";
import { type Artifact, findOrGet, fromRelease } from "./artifact.ts";
import type { ProvisionContext } from "./context.ts";
import { fromGoModule } from "./goBuild.ts";

const version = "1.8.0";
const help =
  "Help: set WATCHFRAME_S3_ENDPOINT, WATCHFRAME_S3_ACCESS_KEY_ID and WATCHFRAME_S3_SECRET_ACCESS_KEY to any S3 store, " +
  "put versitygw (https://github.com/versity/versitygw) on PATH, or install Go 1.23 or newer.";

const healthPath = "/health";
const releaseName = `versitygw_v${version}_${process.platform === "darwin" ? "Darwin" : "Linux"}_${process.arch === "x64" ? "x86_64" : process.arch}`;

const versitygw: Artifact = {
  name: "versitygw",
  version,
  onPath: ["versitygw"],
  sources: [
    fromRelease({
      url: `https://github.com/versity/versitygw/releases/download/v${version}/${releaseName}.tar.gz`,
      checksumsUrl: `https://github.com/versity/versitygw/releases/download/v${version}/checksums.txt`,
      member: path.join(releaseName, "versitygw"),
    }),
    fromGoModule("github.com/versity/versitygw/cmd/versitygw", `v${version}`),
  ],
};

/** Path of the S3 gateway. */
export async function provisionObjectStore(context: ProvisionContext): Promise<string> {
  return findOrGet(versitygw, context, help);
}

/** Port, credentials and data folder of the gateway. */
export type ObjectStoreOptions = {
  executable: string;
  home: string;
  port: number;
  accessKeyId: string;
  secretAccessKey: string;
};

/** An S3 gateway over a folder of `home`, on loopback. */
export function objectStorePart(options: ObjectStoreOptions): PartDefinition {
  const objects = path.join(options.home, "s3", "objects");
  // Metadata in sidecar files: many container file systems have no extended attributes.
  const metadata = path.join(options.home, "s3", "metadata");
  for (const folder of [objects, metadata]) mkdirSync(folder, { recursive: true });
  const address = `127.0.0.1:${options.port}`;
  return {
    name: "s3",
    needs: [],
    command: {
      file: options.executable,
      args: [
        "--port",
        address,
        "--health",
        healthPath,
        "--quiet",
        "--keep-alive",
        "posix",
        "--sidecar",
        metadata,
        objects,
      ],
      // The environment passes the keys: every user of the machine can read a command line.
      env: {
        ...serverEnvironment(options.home),
        ROOT_ACCESS_KEY: options.accessKeyId,
        ROOT_SECRET_KEY: options.secretAccessKey,
      },
    },
    ready: async () => (await fetch(`http://${address}${healthPath}`, { signal: AbortSignal.timeout(2_000) })).ok,
    graceMs: 5_000,
  };
}
