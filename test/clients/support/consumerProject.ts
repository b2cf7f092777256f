import { cp, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { type Outcome, runProgram } from "../../support/examples.ts";
import { installPacked, type PackedPackage } from "./packedPackage.ts";

const checkout = path.resolve(import.meta.dirname, "../../..");
const fixtures = path.join(checkout, "test/fixtures/client");

/** A project with the installed client, and modules that use it. */
export type ConsumerProject = PackedPackage & {
  /** Runs a compiler over `consumer.ts` with options beside `strict`. */
  check(compiler: string, options: CompilerOptions): Promise<Outcome>;
};

/** `types`: packages with global types. */
export type CompilerOptions = {
  module: string;
  moduleResolution: string;
  lib: string[];
  types: string[];
  exact: boolean;
};

/** Packs the client as for a publication, and installs the archive into an empty folder. */
export async function createConsumerProject(): Promise<ConsumerProject> {
  const project = await installPacked("clients/typescript");
  const { folder } = project;
  for (const name of ["exercise.js", "run.js"]) await cp(path.join(fixtures, name), path.join(folder, name));
  await writeFile(path.join(folder, "consumer.ts"), await readFile(path.join(fixtures, "consumer.ts.txt")));
  return {
    ...project,
    async check(compiler, { exact, ...options }) {
      const name = `tsconfig.${options.moduleResolution}.${exact ? "exact" : "loose"}.${options.types.length}.json`;
      const compilerOptions = {
        ...options,
        target: "es2022",
        strict: true,
        skipLibCheck: false,
        exactOptionalPropertyTypes: exact,
        noEmit: true,
        typeRoots: [path.join(checkout, "node_modules/@types")],
      };
      await writeFile(path.join(folder, name), JSON.stringify({ compilerOptions, files: ["consumer.ts"] }));
      return runProgram({
        command: process.execPath,
        args: [compiler, "-p", name],
        cwd: folder,
        env: { PATH: process.env["PATH"] },
      });
    },
  };
}
