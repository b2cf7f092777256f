import { writeFile } from "node:fs/promises";
import path from "node:path";
import { type Artifact, findOnPath, findOrGet } from "./artifact.ts";
import { type ProvisionContext, runCommand } from "./context.ts";

const schemathesisVersion = "4.32.5";
const help = "Help: pip installs Schemathesis from PyPI; set PIP_INDEX_URL to use another index.";
/** Schemathesis and its dependencies, with checksums. */
const requirements = path.join(import.meta.dirname, "schemathesis", "requirements.txt");
const minPython: readonly [number, number] = [3, 11];
const pythonNames = ["python3", "python3.14", "python3.13", "python3.12", "python3.11"];

type Python = {
  executable: string;
  /** Major and minor version, like 3.12. Packages with machine code are built for one. */
  version: string;
};

/** Path of Schemathesis, which fuzzes an API by its OpenAPI document. Null without a Python with pip. */
export async function provisionFuzzer(context: ProvisionContext): Promise<string | null> {
  const python = await findPython(context);
  if (python === null) {
    context.onLine(
      `schemathesis: no Python ${minPython.join(".")} or newer with pip on PATH, so nothing can be fuzzed`,
    );
    return null;
  }
  return findOrGet(artifactFor(python), context, help);
}

async function findPython(context: ProvisionContext): Promise<Python | null> {
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
    if (major === minPython[0] && minor >= minPython[1]) return { executable, version };
  }
  return null;
}

function artifactFor({ executable, version }: Python): Artifact {
  return {
    name: "schemathesis",
    version: `${schemathesisVersion}-python${version}`,
    onPath: [],
    sources: [
      {
        title: `installing Schemathesis ${schemathesisVersion} with pip`,
        async fetch(directory, { env, signal }) {
          const target = path.join(directory, "packages");
          const options = [
            "--quiet",
            "--disable-pip-version-check",
            "--no-input",
            "--require-hashes",
            "--only-binary",
            ":all:",
          ];
          const args = ["-m", "pip", "install", ...options, "--target", target, "--requirement", requirements];
          await runCommand({ file: executable, args, env, signal });
          const launcher = path.join(directory, "schemathesis");
          await writeFile(launcher, launcherText(executable));
          return launcher;
        },
      },
    ],
  };
}

/** Finds the packages next to itself, since the folder moves after it is filled. */
function launcherText(python: string): string {
  const start = "from schemathesis.cli import schemathesis; schemathesis(prog_name='schemathesis')";
  return `#!/bin/sh\nPYTHONPATH="$(dirname "$0")/packages" exec '${python}' -c "${start}" "$@"\n`;
}
