import { mkdir } from "node:fs/promises";
import { run } from "./run.ts";

const workspaces = ["clients/typescript", "clients/cli"];

/**
 * Builds the archives of both npm packages, and a wheel and a source archive of the Python package, into `directory`.
 * `repository`, such as `owner/name`, is written into the npm packages of this checkout, as npm checks it against the
 * workflow that publishes them. Null leaves it out.
 */
export async function buildPackages(root: string, directory: string, repository: string | null): Promise<void> {
  await mkdir(directory, { recursive: true });
  for (const workspace of workspaces) {
    if (repository !== null)
      await run("npm", ["pkg", "set", `--workspace=${workspace}`, ...fieldsOf(repository, workspace)], root);
    await run("npm", ["pack", `--workspace=${workspace}`, `--pack-destination=${directory}`], root);
  }
  await run("python3", ["-m", "build", "--outdir", directory, "clients/python"], root);
}

function fieldsOf(repository: string, workspace: string): string[] {
  return [
    "repository.type=git",
    `repository.url=git+https://github.com/${repository}.git`,
    `repository.directory=${workspace}`,
  ];
}
