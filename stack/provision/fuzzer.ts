import { writeFile } from "node:fs/promises";
import path from "node:path";
import { type Artifact, findOnPath, findOrGet } from "./artifact.ts";
import { type ProvisionContext, runCommand } from "./context.ts";

const schemathesisVersion = "4.32.5";
const help = "Help: Schemathesis comes from PyPI by pip; set PIP_INDEX_URL where it is reached in another way.";
/** Schemathesis and everything it needs, each with the sums of its files. */
const requirements = path.join(import.meta.dirname, "schemathesis", "requirements.txt");
const minPython: readonly [number, number] = [3, 11];
const pythonNames = ["python3", "python3.14", "python3.13", "python3.12", "python3.11"];

type Python = {
  executable: string;
  /** Like 3.12: packages with machine code are made for one of them. */
  version: string;
};

/** Path of Schemathesis, which fuzzes an API by its OpenAPI document; null where there is no Python with pip to run it. */
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
      // A Python without pip.
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

/** Finds the packages beside itself: the folder is moved after it was filled. */
function launcherText(python: string): string {
  const start = "from schemathesis.cli import schemathesis; schemathesis(prog_name='schemathesis')";
  return `#!/bin/sh\nPYTHONPATH="$(dirname "$0")/packages" exec '${python}' -c "${start}" "$@"\n`;
}
