import { run } from "./run.ts";

/** The generator, run from the registry, as only releases need it. */
const generator = "@cyclonedx/cyclonedx-npm@6.0.1";

/**
 * Writes the production packages of the lock file as a bill of materials in CycloneDX. Errors of `npm ls` are passed over:
 * it counts an optional peer of @puppeteer/browsers, which nothing uses, as wrong.
 */
export async function writeBillOfMaterials(root: string, file: string): Promise<void> {
  const options = ["--ignore-npm-errors", "--omit=dev", "--package-lock-only", "--output-reproducible"];
  await run("npm", ["exec", "--yes", "--ignore-scripts", generator, "--", ...options, `--output-file=${file}`], root);
}
