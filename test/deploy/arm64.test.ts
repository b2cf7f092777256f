import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { parse } from "yaml";
import { imagePlatforms } from "#deploy/release/images.ts";
import { root } from "./composeFile.ts";

type Package = {
  os?: string[];
  cpu?: string[];
  libc?: string[];
  hasInstallScript?: boolean;
  dev?: boolean;
  devOptional?: boolean;
  optionalDependencies?: Record<string, string>;
};

const { packages }: { packages: Record<string, Package> } = JSON.parse(
  readFileSync(join(root, "package-lock.json"), "utf8"),
);

/** Packages whose builds for Linux lack one for arm64, with how development goes on there. None is in production. */
const withoutArm64: Record<string, string> = {
  recheck: "decides regular expressions of tests; it has a build in JavaScript for other systems",
};

/** Packages with an install script, and why no build for arm64 is missing. */
const installScripts: Record<string, string> = {
  "@swc/core": "checks its optional build, which it has for arm64",
  node: "Node itself, for developers' machines; it has arm64",
  protobufjs: "prints a warning about versions",
  puppeteer: "gets a browser, which .puppeteerrc.cjs forbids",
};

const nameOf = (folder: string): string => folder.split("node_modules/").at(-1) ?? "";

/** The entry of an optional package of a package: below it or at the top. */
function entryOf(folder: string, name: string): Package | undefined {
  return packages[`${folder}/node_modules/${name}`] ?? packages[`node_modules/${name}`];
}

/** The C libraries for which a package has a build for Linux and this processor. */
function buildsOf(folder: string, cpu: string): Set<string> {
  const names = Object.keys(packages[folder]?.optionalDependencies ?? {});
  const builds = names
    .map((name) => entryOf(folder, name))
    .filter((entry) => entry?.os?.includes("linux") === true && entry.cpu?.includes(cpu) === true);
  return new Set(builds.flatMap((entry) => entry?.libc ?? ["any"]));
}

describe("arm64", () => {
  it("has a build of each native package that amd64 has", () => {
    const folders = Object.keys(packages).filter(
      (folder) => packages[folder]?.cpu === undefined && buildsOf(folder, "x64").size > 0,
    );
    expect(folders.map(nameOf)).to.include.members(["sharp", "@napi-rs/canvas", "@swc/core", "rolldown", "typescript"]);
    const lacking = folders.filter((folder) => {
      const arm64 = buildsOf(folder, "arm64");
      return [...buildsOf(folder, "x64")].some((library) => !arm64.has(library));
    });
    expect(lacking.map(nameOf)).to.deep.equal(Object.keys(withoutArm64));
    for (const folder of lacking) expect(packages[folder]?.dev, folder).to.equal(true);
  });

  it("has Temporal's core for the name that the image keeps", () => {
    // An installation keeps the core of its own machine alone, so the package's list of its cores counts.
    const targets = readFileSync(join(root, "node_modules/@temporalio/core-bridge/common.js"), "utf8");
    const file = readFileSync(join(root, "Dockerfile"), "utf8");
    expect(file).to.include('! -name "$(uname -m)-unknown-linux-gnu"');
    for (const machine of ["x86_64", "aarch64"]) expect(targets).to.include(`'${machine}-unknown-linux-gnu'`);
  });

  it("has each binary that a package brings without optional packages", () => {
    const inside = readdirSync(join(root, "node_modules"), { recursive: true, encoding: "utf8" }).filter(
      (file) => file.endsWith(".node") && !/(?:x64|arm64)/.test(file),
    );
    for (const file of inside) expect(file).to.match(/core-bridge\/releases\//);
  });

  it("needs no compiler: no package builds itself when it is installed", () => {
    const scripts = Object.entries(packages).filter(([, { hasInstallScript }]) => hasInstallScript === true);
    expect([...new Set(scripts.map(([folder]) => nameOf(folder)))].toSorted()).to.deep.equal(
      Object.keys(installScripts).toSorted(),
    );
    const packagesStage = readFileSync(join(root, "Dockerfile"), "utf8");
    expect([...packagesStage.matchAll(/npm ci[^\n&]*/g)].map(([command]) => command)).to.satisfy((commands: string[]) =>
      commands.every((command) => command.includes("--ignore-scripts")),
    );
  });

  it("is allowed by Chromium's seccomp profile", () => {
    const profile: { archMap: { architecture: string }[] } = JSON.parse(
      readFileSync(join(root, "deploy/seccomp-chromium.json"), "utf8"),
    );
    expect(profile.archMap.map(({ architecture }) => architecture)).to.deep.equal([
      "SCMP_ARCH_X86_64",
      "SCMP_ARCH_AARCH64",
    ]);
  });

  it("is built by a machine of its own, not by emulation", () => {
    const workflow: {
      jobs: { images: { strategy: { matrix: { include: { platform: string; runner: string }[] } } } };
    } = parse(readFileSync(join(root, ".github/workflows/release.yml"), "utf8"));
    const runners = workflow.jobs.images.strategy.matrix.include.map(({ platform, runner }) => [platform, runner]);
    expect(runners).to.deep.equal([
      ["linux/amd64", "ubuntu-24.04"],
      ["linux/arm64", "ubuntu-24.04-arm"],
    ]);
    expect(imagePlatforms).to.deep.equal(["linux/amd64", "linux/arm64"]);
  });
});
