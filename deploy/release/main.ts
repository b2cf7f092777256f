import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { saveForAirGap } from "./airGap.ts";
import { chartArguments, pushArguments, pushedDigest } from "./chart.ts";
import { buildArguments, digestArguments, digestOf, imageTargets, joinArguments } from "./images.ts";
import { releaseNotes } from "./notes.ts";
import { buildPackages } from "./packages.ts";
import { outputOf, printedBy, run } from "./run.ts";
import { writeBillOfMaterials } from "./sbom.ts";
import { wrongVersions } from "./statedVersions.ts";
import { imageTags, versionOfTag } from "./version.ts";

const root = resolve(import.meta.dirname, "../..");

/** A step: the names of its arguments, and the effect that the usage shows. */
type Command = { args: string[]; does: string; run: (...args: string[]) => Promise<void> };

/** The steps of a release. docs/releasing.md shows their order. */
const commands: Record<string, Command> = {
  check: {
    args: ["TAG"],
    does: "fails unless each file states the version of TAG and CHANGELOG.md has its dated section",
    async run(tag = "") {
      const { text } = versionOfTag(tag);
      const problems = await wrongVersions(root, text);
      if (problems.length > 0) throw new Error(problems.join("\n"));
      releaseNotes(await readFile(join(root, "CHANGELOG.md"), "utf8"), text);
    },
  },
  notes: {
    args: ["TAG", "FILE"],
    does: "writes the text of the release page",
    async run(tag = "", file = "") {
      const changelog = await readFile(join(root, "CHANGELOG.md"), "utf8");
      await writeFile(file, releaseNotes(changelog, versionOfTag(tag).text));
    },
  },
  packages: {
    args: ["DIR"],
    does: "builds the packages for npm and PyPI; GITHUB_REPOSITORY names their source",
    async run(directory = "") {
      await buildPackages(root, resolve(directory), process.env["GITHUB_REPOSITORY"] ?? null);
    },
  },
  sbom: {
    args: ["FILE"],
    does: "writes the production packages as a bill of materials in CycloneDX",
    async run(file = "") {
      await writeBillOfMaterials(root, resolve(file));
    },
  },
  guide: {
    args: ["DIR"],
    does: "writes the guide as files for GitHub Pages; needs the packages",
    async run(directory = "") {
      await run(process.execPath, ["api/guide/filesMain.ts", resolve(directory)], root);
      // Without this file GitHub Pages would leave out names that begin with an underscore, and look for templates.
      await writeFile(join(directory, ".nojekyll"), "");
    },
  },
  "build-images": {
    args: ["REPOSITORY", "PLATFORM", "DIR"],
    does: "pushes the images of one platform and writes their digests into DIR",
    async run(repository = "", platform = "", directory = "") {
      await mkdir(directory, { recursive: true });
      for (const target of imageTargets) {
        const metadataFile = join(directory, "metadata.json");
        await run("docker", buildArguments({ target, platform, repository, metadataFile }), root);
        const digest = digestOf(await readFile(metadataFile, "utf8"));
        await writeFile(join(directory, `${target}-${platform.replaceAll("/", "-")}.digest`), digest);
      }
    },
  },
  "join-images": {
    args: ["REPOSITORY", "TAG", "DIR"],
    does: "tags the images of all platforms by the digests in DIR, and signs them",
    async run(repository = "", tag = "", directory = "") {
      const tags = imageTags(versionOfTag(tag));
      const files = await readdir(directory);
      for (const target of imageTargets) {
        const own = files.filter((file) => file.startsWith(`${target}-`) && file.endsWith(".digest"));
        const digests = await Promise.all(own.map(async (file) => await readFile(join(directory, file), "utf8")));
        await run("docker", joinArguments({ target, repository, digests, tags }), root);
        const digest = await outputOf("docker", digestArguments({ target, repository, tags }), root);
        // A signature names a digest, as a tag can move between its reading and the signing.
        await run("cosign", ["sign", "--yes", "--recursive", `${repository}/${target}@${digest.trim()}`], root);
      }
    },
  },
  chart: {
    args: ["DIR"],
    does: "packages the chart for Helm",
    async run(directory = "") {
      await run("helm", chartArguments(directory), root);
    },
  },
  "push-chart": {
    args: ["REPOSITORY", "TAG", "DIR"],
    does: "pushes the chart in DIR beside the images, and signs it",
    async run(repository = "", tag = "", directory = "") {
      const printed = await printedBy("helm", pushArguments(repository, versionOfTag(tag).text, directory), root);
      await run("cosign", ["sign", "--yes", `${repository}/charts/watchframe@${pushedDigest(printed)}`], root);
    },
  },
  "air-gap": {
    args: ["REPOSITORY", "TAG", "DIR"],
    does: "saves the images and the chart of TAG into DIR, whose `packages` has those of the release, by their digests",
    async run(repository = "", tag = "", directory = "") {
      await saveForAirGap({ root, repository, version: versionOfTag(tag).text, directory: resolve(directory) });
    },
  },
};

const [name = "", ...args] = process.argv.slice(2);
const command = commands[name];
if (command?.args.length === args.length) {
  try {
    await command.run(...args);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
} else {
  const shown = Object.entries(commands).filter(([other]) => command === undefined || other === name);
  console.error("Usage: npm run release -- …");
  for (const [other, { args: names, does }] of shown) console.error(`  ${[other, ...names].join(" ")}: ${does}`);
  process.exitCode = 2;
}
