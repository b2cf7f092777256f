import { writeFile } from "node:fs/promises";
import path from "node:path";
import { type Artifact, findOnPath, findOrGet } from "./artifact.ts";
import { type ProvisionContext, runCommand } from "./context.ts";

const pythonNames = ["python3", "python3.14", "python3.13", "python3.12", "python3.11", "python3.10"];

/** Packages of PyPI that a program of this checkout needs. */
export type PythonPackages = {
  /** Name of the cache entry and in messages. */
  name: string;
  /** Version of the cache entry. It changes with the requirements. */
  version: string;
  /** File with pinned versions and checksums. */
  requirements: string;
  minPython: readonly [major: number, minor: number];
  /** Arguments of Python before those of the caller. Default: none, so the program is Python with the packages. */
  start?: readonly string[];
};

type Python = {
  executable: string;
  /** Major and minor version, like 3.12. Packages with machine code are built for one. */
  version: string;
};

/** Path of a program that runs Python with packages from PyPI. Null with a message without a Python that has pip. */
export async function provisionPython(packages: PythonPackages, context: ProvisionContext): Promise<string | null> {
  const { name, minPython } = packages;
  const python = await findPython(minPython, context);
  if (python === null) {
    context.onLine(`${name}: no Python ${minPython.join(".")} or newer with pip on PATH, so it can't run`);
    return null;
  }
  const help = `Help: pip installs ${name} from PyPI; set PIP_INDEX_URL to use another index.`;
  return findOrGet(artifactFor(packages, python), context, help);
}

/** Folder with the archives of all packages, beside the program that `provisionPython` returned. */
export function wheelsOf(program: string): string {
  return path.join(path.dirname(program), "wheels");
}

async function findPython(
  [minMajor, minMinor]: PythonPackages["minPython"],
  context: ProvisionContext,
): Promise<Python | null> {
  for (const name of pythonNames) {
    const executable = await findOnPath([name], context);
    if (executable === undefined) continue;
    const script = "import pip, sys; print('%d.%d' % sys.version_info[:2])";
    const version = await runCommand({ file: executable, args: ["-c", script], env: context.env }).then(
      (printed) => printed.trim(),
      // This Python has no pip.
      () => "",
    );
    const [major = 0, minor = 0] = version.split(".").map(Number);
    if (major === minMajor && minor >= minMinor) return { executable, version };
  }
  return null;
}

function artifactFor({ name, version, requirements, start = [] }: PythonPackages, python: Python): Artifact {
  return {
    name,
    version: `${version}-python${python.version}`,
    onPath: [],
    sources: [
      {
        title: `installing ${name} ${version} with pip`,
        async fetch(directory, { env, signal }) {
          const pip = (args: string[]) =>
            runCommand({ file: python.executable, args: ["-m", "pip", ...args, ...options], env, signal });
          const options = [
            "--quiet",
            "--disable-pip-version-check",
            "--no-input",
            "--require-hashes",
            "--only-binary",
            ":all:",
            "--requirement",
            requirements,
          ];
          const wheels = path.join(directory, "wheels");
          await pip(["download", "--dest", wheels]);
          const target = path.join(directory, "packages");
          await pip(["install", "--target", target, "--no-index", "--find-links", wheels]);
          const launcher = path.join(directory, "python");
          await writeFile(launcher, launcherText(python.executable, start));
          return launcher;
        },
      },
    ],
  };
}

/** Finds the packages next to itself, since the folder moves after it is filled. */
function launcherText(python: string, start: readonly string[]): string {
  const command = [python, ...start].map((word) => `'${word.replaceAll("'", `'\\''`)}'`).join(" ");
  return `#!/bin/sh\nPYTHONPATH="$(dirname "$0")/packages\${PYTHONPATH:+:$PYTHONPATH}" exec ${command} "$@"\n`;
}
