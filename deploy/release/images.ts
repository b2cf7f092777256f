/** The targets of the Dockerfile that are published, each as `<repository>/<target>`. */
export const imageTargets = ["api", "worker", "tools", "watchframe"] as const;

/** The platforms of each image. */
export const imagePlatforms = ["linux/amd64", "linux/arm64"] as const;

type Build = { target: string; platform: string; repository: string; metadataFile: string };

/**
 * Arguments of `docker` that build one image for one platform and push it by its digest alone, with provenance and a
 * list of its packages. No tag names it until all platforms are joined.
 */
export function buildArguments({ target, platform, repository, metadataFile }: Build): string[] {
  return [
    "buildx",
    "build",
    `--target=${target}`,
    `--platform=${platform}`,
    "--pull",
    "--provenance=mode=max",
    "--sbom=true",
    `--output=type=image,name=${repository}/${target},push-by-digest=true,name-canonical=true,push=true`,
    `--metadata-file=${metadataFile}`,
    ".",
  ];
}

type Join = { target: string; repository: string; digests: readonly string[]; tags: readonly string[] };

/**
 * Arguments of `docker` that give the images of all platforms their tags.
 * @throws {Error} A platform's digest is missing.
 */
export function joinArguments({ target, repository, digests, tags }: Join): string[] {
  if (digests.length !== imagePlatforms.length)
    throw new Error(`${target} has ${digests.length} digests instead of one for each of ${imagePlatforms.join(", ")}.`);
  return [
    "buildx",
    "imagetools",
    "create",
    ...tags.map((tag) => `--tag=${repository}/${target}:${tag}`),
    ...digests.map((digest) => `${repository}/${target}@${digest}`),
  ];
}

/** Arguments of `docker` that print the digest of an image that has its tags. */
export function digestArguments({ target, repository, tags }: Omit<Join, "digests">): string[] {
  return ["buildx", "imagetools", "inspect", "--format={{.Manifest.Digest}}", `${repository}/${target}:${tags[0]}`];
}

/**
 * The digest in the metadata that a build wrote.
 * @throws {Error} The text has no digest.
 */
export function digestOf(metadata: string): string {
  const digest = /"containerimage\.digest": "(sha256:[0-9a-f]{64})"/.exec(metadata)?.[1];
  if (digest === undefined) throw new Error("The metadata of the build has no digest.");
  return digest;
}
