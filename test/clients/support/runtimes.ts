import path from "node:path";
import { type Artifact, findOrGet, ProvisionError } from "#stack/provision/artifact.ts";
import { cacheDirOf } from "#stack/provision/cache.ts";
import { runCommand } from "#stack/provision/context.ts";

/** An executable from a package of npm. The package itself has it, so no install script must run. */
type NpmProgram = { name: string; version: string; package: string; file: string };

const { platform, arch } = process;
const bunArch = arch === "arm64" ? "aarch64" : arch;
const denoSystem = platform === "linux" ? `${platform}-${arch}-glibc` : `${platform}-${arch}`;
const node = (version: string): NpmProgram => ({
  name: "node",
  version,
  package: `node-${platform}-${arch}`,
  file: "bin/node",
});

export const programs = {
  /** The oldest that the client supports. */
  node20: node("20.3.0"),
  /** The oldest that the command line supports. */
  node20WithStyles: node("20.12.0"),
  node22: node("22.23.3"),
  deno: { name: "deno", version: "2.9.6", package: `@deno/${denoSystem}`, file: "deno" },
  bun: { name: "bun", version: "1.4.5", package: `@oven/bun-${platform}-${bunArch}`, file: "bin/bun" },
  typescript5: { name: "typescript", version: "5.9.3", package: "typescript", file: "bin/tsc" },
} as const satisfies Record<string, NpmProgram>;

/** Path of an executable, from the cache or npm. Null with a message if npm does not have it for this machine. */
export async function findProgram(program: NpmProgram): Promise<string | null> {
  const onLine = (line: string): void => console.log(`    ${line}`);
  const context = { env: process.env, cacheDir: cacheDirOf(process.env), onLine };
  try {
    return await findOrGet(toArtifact(program), context, "Help: npm installs it; set its registry to use another one.");
  } catch (error) {
    if (!(error instanceof ProvisionError)) throw error;
    onLine(error.message);
    return null;
  }
}

function toArtifact({ name, version, package: packageName, file }: NpmProgram): Artifact {
  return {
    name: `npm-${name}`,
    version,
    onPath: [],
    sources: [
      {
        title: `installing ${packageName} ${version} with npm`,
        async fetch(directory, { env, signal }) {
          const options = ["--prefix", directory, "--no-save", "--ignore-scripts", "--no-audit", "--no-fund"];
          const args = ["install", ...options, `${packageName}@${version}`];
          await runCommand({ file: "npm", args, env, cwd: directory, signal });
          return path.join(directory, "node_modules", packageName, file);
        },
      },
    ],
  };
}
