import { cp, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { findOnPath, type Source } from "./artifact.ts";
import type { Environment } from "../environment.ts";
import { type ProvisionContext, runCommand } from "./context.ts";

const minGo: readonly [number, number] = [1, 23];

/** Builds `package@version` from the Go module proxy. Go's checksum database verifies it. */
export function fromGoModule(packagePath: string, version: string): Source {
  return {
    title: `building ${packagePath}@${version} with Go`,
    async fetch(directory, context) {
      const go = await findGo(context);
      const { signal } = context;
      const args = ["install", "-trimpath", "-ldflags=-s -w", `${packagePath}@${version}`];
      await runCommand({
        file: go,
        args,
        env: { ...goEnvironment(context.env), GOBIN: directory },
        cwd: directory,
        signal,
      });
      return path.join(directory, path.posix.basename(packagePath));
    },
  };
}

/** A change to a module's file, for the build only. The build fails unless `from` occurs exactly `occurrences` times. */
export type SourcePatch = {
  file: string;
  from: string;
  to: string;
  occurrences: number;
};

/** Builds our own main package. Its go.sum pins every dependency. */
export function fromGoFolder(folder: string, executable: string, patches: readonly SourcePatch[]): Source {
  return {
    title: `building ${executable} with Go`,
    async fetch(directory, context) {
      const go = await findGo(context);
      const output = path.join(directory, executable);
      // Built from a copy: the checkout may be read-only, and Go may touch go.sum.
      const copy = path.join(directory, "source");
      await cp(folder, copy, { recursive: true });
      const { signal } = context;
      const env = goEnvironment(context.env);
      await vendorPatched(patches, { go, env, cwd: copy, signal });
      const args = ["build", "-trimpath", "-buildvcs=false", "-ldflags=-s -w", "-o", output, "."];
      await runCommand({ file: go, args, env, cwd: copy, signal });
      // With the modules it has ten times the bytes of the executable, and images have the whole folder.
      await rm(copy, { recursive: true });
      return output;
    },
  };
}

type GoCall = { go: string; env: Environment; cwd: string; signal: AbortSignal | undefined };

/** Copies the modules beside the source, so that the build uses them, and patches them there. */
async function vendorPatched(patches: readonly SourcePatch[], { go, ...call }: GoCall): Promise<void> {
  await runCommand({ file: go, args: ["mod", "vendor"], ...call });
  for (const { file, from, to, occurrences } of patches) {
    const patched = path.join(call.cwd, "vendor", file);
    const parts = (await readFile(patched, "utf8")).split(from);
    if (parts.length !== occurrences + 1) throw new Error(`${file} is not as expected`);
    await writeFile(patched, parts.join(to));
  }
}

async function findGo(context: ProvisionContext): Promise<string> {
  const go = await findOnPath(["go"], context);
  if (!go) throw new Error(`no go on PATH (Go ${minGo.join(".")} or newer would do)`);
  const printed = await runCommand({ file: go, args: ["env", "GOVERSION"], env: context.env });
  const [, major, minor] = /go(\d+)\.(\d+)/.exec(printed) ?? [];
  const old = Number(major) < minGo[0] || (Number(major) === minGo[0] && Number(minor) < minGo[1]);
  if (old) throw new Error(`${go} is ${printed.trim()}; Go ${minGo.join(".")} or newer is needed`);
  return go;
}

/** GOTOOLCHAIN=auto fetches a newer toolchain when a module asks for one; CGO off needs no C compiler. */
function goEnvironment(env: Environment): Environment {
  return { GOTOOLCHAIN: "auto", ...env, CGO_ENABLED: "0", GOWORK: "off" };
}
