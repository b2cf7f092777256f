import { createHash } from "node:crypto";
import { cp, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { chartArguments } from "./chart.ts";
import { imageTargets } from "./images.ts";
import { outputOf, run } from "./run.ts";
import { fileDigests } from "./sums.ts";

/** An image to save: where it is, and what it is called in the registry without internet. */
type SavedImage = { reference: string; name: string };

/** The images of a version, and those of other people that docker-compose.yml starts. */
export function imagesToSave(repository: string, version: string, compose: string): SavedImage[] {
  const own = imageTargets.map((target) => ({
    reference: `${repository}/${target}:${version}`,
    name: `watchframe/${target}:${version}`,
  }));
  const named = [...compose.matchAll(/^ {4}image: (\S+)$/gm)].flatMap(([, image = ""]) => image);
  const others = [...new Set(named)].filter((image) => !image.startsWith("watchframe-"));
  return [...own, ...others.map((image) => ({ reference: image, name: nameOf(image) }))];
}

/** The name of an image without its registry and digest. Images of Docker's own library have no owner. */
function nameOf(image: string): string {
  const [tagged = ""] = image.split("@");
  const [host = "", ...rest] = tagged.split("/");
  return rest.length > 0 && /[.:]/.test(host) ? rest.join("/") : tagged;
}

/** The folder of a saved image. */
function folderOf({ name }: SavedImage): string {
  return name.replaceAll(/[/:]/g, "-");
}

/** Arguments of `skopeo` that print the manifest of all platforms, by whose digest the image is saved. */
export function manifestArguments({ reference }: SavedImage): string[] {
  const [tagged = "", digest] = reference.split("@");
  return ["inspect", "--raw", `docker://${digest === undefined ? tagged : `${untagged(tagged)}@${digest}`}`];
}

/** Arguments of `skopeo` that copy an image of all platforms as it is, so that its digest stays. */
export function saveArguments({ reference }: SavedImage, digest: string, folder: string): string[] {
  const source = `docker://${untagged(reference.split("@")[0] ?? "")}@${digest}`;
  return ["copy", "--all", "--preserve-digests", source, `dir:${folder}`];
}

/** A reference without its tag. The port of a registry is none. */
function untagged(reference: string): string {
  return reference.replace(/:[^:/]+$/, "");
}

type Saving = { root: string; repository: string; version: string; directory: string };

/**
 * Saves everything that an installation without internet needs: images of all platforms, what the packages of the release
 * need, the chart, and the files of the version. The folder `packages` must have the release's packages already. SHA256SUMS
 * has the digest of each file.
 */
export async function saveForAirGap({ root, repository, version, directory }: Saving): Promise<void> {
  await mkdir(join(directory, "images"), { recursive: true });
  const lines: string[] = [];
  for (const image of imagesToSave(repository, version, await readFile(join(root, "docker-compose.yml"), "utf8"))) {
    const manifest = await outputOf("skopeo", manifestArguments(image), root);
    const digest = `sha256:${createHash("sha256").update(manifest).digest("hex")}`;
    const folder = folderOf(image);
    await run("skopeo", saveArguments(image, digest, join(directory, "images", folder)), root);
    lines.push(`${digest} ${folder} ${image.name}`);
  }
  await writeFile(join(directory, "images.txt"), `${lines.join("\n")}\n`);
  const packages = join(directory, "packages");
  const wheels = (await readdir(packages)).filter((name) => name.endsWith(".whl"));
  for (const wheel of wheels) await run("python3", wheelArguments(join(packages, wheel), packages), root);
  await run("helm", chartArguments(directory), root);
  await run("git", sourceArguments(version, directory), root);
  await cp(join(root, "deploy/release/load.sh"), join(directory, "load.sh"));
  await writeFile(join(directory, "SHA256SUMS"), await fileDigests(directory));
}

/** Arguments of `git` that write the files of a version, for Compose and the profile of Chromium. */
function sourceArguments(version: string, directory: string): string[] {
  return ["archive", "--format=tar.gz", `--output=${join(directory, "source.tar.gz")}`, `v${version}`];
}

/** Arguments of Python that get what a wheel needs, as wheels for every system. */
export function wheelArguments(wheel: string, directory: string): string[] {
  return ["-m", "pip", "download", "--only-binary=:all:", "--platform=any", `--dest=${directory}`, wheel];
}
