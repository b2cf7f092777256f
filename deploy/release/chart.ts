/** The folder of the chart in the checkout. */
const folder = "deploy/helm/watchframe";

/** Arguments of `helm` that write the chart's archive into a folder. */
export function chartArguments(directory: string): string[] {
  return ["package", folder, `--destination=${directory}`];
}

/** Arguments of `helm` that push the archive of a version beside the images, as `<repository>/charts/watchframe`. */
export function pushArguments(repository: string, version: string, directory: string): string[] {
  return ["push", `${directory}/watchframe-${version}.tgz`, `oci://${repository}/charts`];
}

/**
 * The digest that `helm push` prints.
 * @throws {Error} The text has none.
 */
export function pushedDigest(printed: string): string {
  const digest = /^Digest: (sha256:[0-9a-f]{64})$/m.exec(printed)?.[1];
  if (digest === undefined) throw new Error("`helm push` has printed no digest.");
  return digest;
}
