import { execFile } from "node:child_process";
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect } from "chai";
import { imagesToSave, manifestArguments, saveArguments, wheelArguments } from "#deploy/release/airGap.ts";
import { version } from "#schemas/version.ts";
import { readCompose, root } from "./composeFile.ts";

const run = promisify(execFile);
const repository = "registry.test:5000/owner/watchframe";
const compose = await readFile(join(root, "docker-compose.yml"), "utf8");

describe("what is saved for an installation without internet", () => {
  it("is each image of ours, and each of other people that docker-compose.yml starts", () => {
    const images = imagesToSave(repository, "1.2.3", compose);
    const others = Object.values(readCompose().services)
      .flatMap(({ image = "" }) => image)
      .filter((image) => !image.startsWith("watchframe-"));
    expect(images.map(({ reference }) => reference)).to.have.members([
      ...["api", "worker", "tools", "watchframe"].map((target) => `${repository}/${target}:1.2.3`),
      ...new Set(others),
    ]);
    const names = images.map(({ name }) => name);
    expect(names).to.include.members(["watchframe/api:1.2.3", "mongo:8.0.29", "versity/versitygw:v1.8.0"]);
    for (const name of names) expect(name).to.match(/^[a-z0-9/-]+:[\w.-]+$/);
  });

  it("is copied by digest and unchanged, for all platforms", () => {
    const digest = `sha256:${"a".repeat(64)}`;
    const image = { reference: `${repository}/api:1.2.3`, name: "watchframe/api:1.2.3" };
    expect(saveArguments(image, digest, "images/api")).to.deep.equal([
      "copy",
      "--all",
      "--preserve-digests",
      `docker://${repository}/api@${digest}`,
      "dir:images/api",
    ]);
    expect(manifestArguments(image).at(-1)).to.equal(`docker://${repository}/api:1.2.3`);
    // skopeo refuses a reference with a tag and a digest.
    const pinned = { reference: `ghcr.io/versity/versitygw:v1.8.0@${digest}`, name: "versity/versitygw:v1.8.0" };
    expect(manifestArguments(pinned).at(-1)).to.equal(`docker://ghcr.io/versity/versitygw@${digest}`);
    expect(saveArguments(pinned, digest, "x").at(-2)).to.equal(`docker://ghcr.io/versity/versitygw@${digest}`);
  });

  it("has what the wheel needs as wheels for every system", () => {
    expect(wheelArguments("a.whl", "packages")).to.include.members(["--only-binary=:all:", "--platform=any", "a.whl"]);
  });
});

describe("saving and loading without internet", () => {
  let folder = "";
  let env: NodeJS.ProcessEnv = {};
  const saved = (...names: string[]): string => join(folder, "saved", ...names);
  const load = async (): Promise<string> => (await run(saved("load.sh"), ["registry.internal:5000"], { env })).stdout;
  const copies = async (): Promise<string[]> =>
    (await readFile(join(folder, "calls"), "utf8")).split("\n").filter((line) => line.startsWith("copy "));

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "watchframe-air-gap-"));
    await mkdir(join(folder, "bin"));
    // A registry whose manifests are the references, and programs that only note that they ran.
    await program(
      "skopeo",
      `echo "$*" >> "${folder}/calls"
case "$1 $4" in
inspect*) printf '{"of":"%s"}' "\${3%%[@]*}" | sed 's/:[^:/]*"}/"}/' ;;
*docker://*) target="\${5#dir:}"; mkdir -p "$target"; printf '{"of":"%s"}' "\${4%%@*}" > "$target/manifest.json"; echo blob > "$target/blob" ;;
esac`,
    );
    for (const name of ["git", "helm", "python3"]) await program(name, `echo "${name} $*" >> "${folder}/calls"`);
    env = { ...process.env, PATH: `${join(folder, "bin")}:${process.env["PATH"] ?? ""}` };
    await mkdir(saved("packages"), { recursive: true });
    for (const name of ["watchframe-client-1.0.0.tgz", "watchframe-1.0.0-py3-none-any.whl"])
      await writeFile(saved("packages", name), name);
    const step = ["air-gap", repository, `v${version}`, saved()];
    await run(process.execPath, [join(root, "deploy/release/main.ts"), ...step], { env });
  });

  after(async () => {
    await rm(folder, { recursive: true });
  });

  async function program(name: string, text: string): Promise<void> {
    const file = join(folder, "bin", name);
    await writeFile(file, `#!/bin/sh\n${text}\n`);
    await chmod(file, 0o755);
  }

  it("writes the images, the packages and the sums of all files", async () => {
    const images = imagesToSave(repository, version, compose);
    expect(await readdir(saved("images"))).to.have.length(images.length);
    expect(await readdir(saved())).to.have.members(["SHA256SUMS", "images", "images.txt", "load.sh", "packages"]);
    expect(await readdir(saved("packages"))).to.include("watchframe-client-1.0.0.tgz");
    const lines = (await readFile(saved("images.txt"), "utf8")).trim().split("\n");
    for (const line of lines) expect(line).to.match(/^sha256:[0-9a-f]{64} [\w.-]+ [\w./:-]+$/);
    expect(lines.map((line) => line.split(" ")[2])).to.deep.equal(images.map(({ name }) => name));
    await run("sha256sum", ["--check", "--quiet", "SHA256SUMS"], { cwd: saved() });
    const calls = await readFile(join(folder, "calls"), "utf8");
    expect(calls).to.match(/^helm package .*--destination=/m);
    expect(calls).to.match(/^git archive .* v\d/m);
    expect(calls).to.match(/^python3 -m pip download .*watchframe-1\.0\.0-py3-none-any\.whl$/m);
  });

  it("copies each image into a registry under its name and prints its digest", async () => {
    const before = (await copies()).length;
    const printed = (await load()).trim().split("\n");
    const made = (await copies()).slice(before);
    const images = imagesToSave(repository, version, compose);
    expect(made.map((line) => line.split(" ").at(-1))).to.deep.equal(
      images.map(({ name }) => `docker://registry.internal:5000/${name}`),
    );
    for (const line of made) expect(line).to.match(/^copy --all --preserve-digests dir:images\//);
    expect(printed[0]).to.match(/^registry\.internal:5000\/watchframe\/api@sha256:[0-9a-f]{64}$/);
  });

  it("copies nothing if a file has changed, or an image has another digest", async () => {
    const before = (await copies()).length;
    const [first = ""] = await readdir(saved("images"));
    await cp(saved("images", first, "blob"), join(folder, "kept"));
    await writeFile(saved("images", first, "blob"), "other");
    expect(await load().catch(String)).to.include("did NOT match");
    await cp(join(folder, "kept"), saved("images", first, "blob"));
    const list = await readFile(saved("images.txt"), "utf8");
    await writeFile(saved("images.txt"), list.replace(/sha256:.{64}/, `sha256:${"0".repeat(64)}`));
    await run(
      "sh",
      ["-c", "find . -type f ! -name SHA256SUMS ! -name sums -exec sha256sum {} + > sums && mv sums SHA256SUMS"],
      {
        cwd: saved(),
      },
    );
    expect(await load().catch(String)).to.match(/has the digest sha256:.* instead of sha256:000/);
    expect(await copies()).to.have.length(before);
  });
});
