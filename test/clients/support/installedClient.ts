import { cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { type Outcome, runProgram } from "../../support/examples.ts";

const checkout = path.resolve(import.meta.dirname, "../../..");
const packageFolder = path.join(checkout, "clients/typescript");

/** The compiler of the checkout. */
const tsc = path.join(checkout, "node_modules/typescript/bin/tsc");

/** A project in an empty folder with the built client among its packages. */
export type ClientProject = {
  folder: string;
  /** Writes a module and returns its path. */
  write(name: string, code: string): Promise<string>;
  /** Runs the compiler over all modules. */
  check(): Promise<Outcome>;
  stop(): Promise<void>;
};

/** Builds the client into a project of its own. The checkout stays as it is. */
export async function createClientProject(): Promise<ClientProject> {
  const folder = await mkdtemp(path.join(tmpdir(), "watchframe-client-"));
  const installed = path.join(folder, "node_modules/@watchframe/client");
  await mkdir(installed, { recursive: true });
  await cp(path.join(packageFolder, "package.json"), path.join(installed, "package.json"));
  const run = (args: readonly string[]): Promise<Outcome> =>
    runProgram({ command: process.execPath, args: [tsc, ...args], cwd: folder, env: process.env });
  const built = await run(["-p", packageFolder, "--outDir", path.join(installed, "dist")]);
  if (built.code !== 0) throw new Error(`The client can't be built: ${built.stdout}`);
  await writeFile(path.join(folder, "package.json"), JSON.stringify({ type: "module" }));
  await writeFile(path.join(folder, "tsconfig.json"), JSON.stringify(settings));
  return {
    folder,
    async write(name, code) {
      const file = path.join(folder, name);
      await writeFile(file, code);
      return file;
    },
    check: () => run(["-p", folder]),
    stop: () => rm(folder, { recursive: true, force: true }),
  };
}

const settings = {
  compilerOptions: {
    target: "es2023",
    lib: ["es2023", "dom", "dom.iterable", "dom.asynciterable"],
    module: "nodenext",
    strict: true,
    exactOptionalPropertyTypes: true,
    noEmit: true,
    types: ["node"],
    typeRoots: [path.join(checkout, "node_modules/@types")],
  },
};
