import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { parse } from "yaml";
import { buildArguments, digestArguments, digestOf, imagePlatforms, joinArguments } from "#deploy/release/images.ts";
import { chartArguments, pushArguments, pushedDigest } from "#deploy/release/chart.ts";
import { releaseNotes } from "#deploy/release/notes.ts";
import { wrongVersions } from "#deploy/release/statedVersions.ts";
import { imageTags, versionOfTag } from "#deploy/release/version.ts";
import { version } from "#schemas/version.ts";
import { root } from "./composeFile.ts";

const tagsOf = (tag: string): string[] => imageTags(versionOfTag(tag));

describe("a release", () => {
  it("tags images by the version and its shorter forms, and a pre-release by its own alone", () => {
    expect(tagsOf("v1.2.3")).to.deep.equal(["1.2.3", "1.2", "1"]);
    expect(tagsOf("v0.2.3")).to.deep.equal(["0.2.3", "0.2"]);
    expect(tagsOf("v2.0.0-rc.1")).to.deep.equal(["2.0.0-rc.1"]);
  });

  it("refuses a tag that is no version", () => {
    for (const tag of ["1.2.3", "v1.2", "v1.2.3+4", "v1.2.3 ", "latest", "v1.2.3-", ""])
      expect(() => versionOfTag(tag), tag).to.throw("Use a form such as v1.2.3");
  });

  it("takes the notes of its version from the changelog, and demands a date", () => {
    const changelog =
      "# Changelog\n\n## 1.2.30 (2026-02-01)\n\nLater.\n\n## 1.2.3 (2026-01-31)\n\n### Added\n\n- One.\n\n## 1.2.2\n\n- Two.\n";
    expect(releaseNotes(changelog, "1.2.3")).to.equal("### Added\n\n- One.\n");
    expect(() => releaseNotes(changelog, "1.2.2")).to.throw('Write "## 1.2.2 (YYYY-MM-DD)"');
    expect(() => releaseNotes(changelog, "1.2")).to.throw('no heading "## 1.2"');
    expect(() => releaseNotes("## 1.0.0 (2026-01-01)\n\n", "1.0.0")).to.throw("is empty");
  });

  it("finds each file that states another version", async () => {
    expect(await wrongVersions(root, version)).to.deep.equal([]);
    const wrong = await wrongVersions(root, "9.9.9");
    expect(wrong).to.have.length(7);
    for (const problem of wrong) expect(problem).to.match(new RegExp(`states ${version} instead of 9.9.9`));
  });
});

describe("images of a release", () => {
  const repository = "registry.test/owner/watchframe";
  const digests = ["a", "b"].map((letter) => `sha256:${letter.repeat(64)}`);

  it("have no tag until every platform is built", () => {
    const build = buildArguments({ target: "api", platform: "linux/arm64", repository, metadataFile: "m.json" });
    expect(build.join(" ")).to.include(`name=${repository}/api,push-by-digest=true`);
    expect(build.filter((argument) => argument.startsWith("--tag"))).to.deep.equal([]);
    const tags = tagsOf("v1.2.3");
    expect(joinArguments({ target: "api", repository, digests, tags })).to.include.members([
      `--tag=${repository}/api:1`,
      `${repository}/api@${digests[1]}`,
    ]);
    expect(() => joinArguments({ target: "api", repository, digests: digests.slice(1), tags })).to.throw("1 digests");
    expect(digestArguments({ target: "api", repository, tags }).at(-1)).to.equal(`${repository}/api:1.2.3`);
  });

  it("are known by the digest that the build wrote", () => {
    expect(digestOf(JSON.stringify({ "containerimage.digest": digests[0] }, null, 2))).to.equal(digests[0]);
    expect(() => digestOf("{}")).to.throw("no digest");
  });
});

describe("the chart of a release", () => {
  it("is packaged, pushed beside the images, and known by the digest that Helm prints", () => {
    expect(chartArguments("charts")).to.deep.equal(["package", "deploy/helm/watchframe", "--destination=charts"]);
    const repository = "registry.test/owner/watchframe";
    expect(pushArguments(repository, version, "charts")).to.deep.equal([
      "push",
      `charts/watchframe-${version}.tgz`,
      `oci://${repository}/charts`,
    ]);
    const digest = `sha256:${"a".repeat(64)}`;
    expect(pushedDigest(`Pushed: ${repository}/charts/watchframe:1.2.3\nDigest: ${digest}\n`)).to.equal(digest);
    expect(() => pushedDigest("Error: denied")).to.throw("no digest");
  });
});

type Step = { uses?: string; run?: string };
type Job = { permissions?: Record<string, string>; "timeout-minutes"?: number; steps: Step[] };
type Workflow = { permissions: Record<string, string>; jobs: Record<string, Job> };

const folder = join(root, ".github/workflows");
const workflows = readdirSync(folder).map((file): [string, string, Workflow] => {
  const text = readFileSync(join(folder, file), "utf8");
  return [file, text, parse(text)];
});
const scripts: { scripts: Record<string, string> } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));

describe("workflows of the repository", () => {
  for (const [file, text, { permissions, jobs }] of workflows)
    it(`${file} pins its actions, bounds its jobs and runs commands that exist`, () => {
      expect(Object.values(permissions)).to.not.include("write");
      for (const [name, job] of Object.entries(jobs)) {
        expect(job["timeout-minutes"], name).to.be.within(1, 120);
        for (const { uses, run } of job.steps) {
          if (uses !== undefined) expect(uses).to.match(/^[\w-]+\/[\w-]+@[0-9a-f]{40}$/);
          for (const [, script = ""] of (run ?? "").matchAll(/npm (?:run )?(check|test[\w:]*|licences)/g))
            expect(scripts.scripts).to.have.property(script);
        }
      }
      // Text of a tag or a pull request must not become part of a script.
      expect(text).to.not.match(/run:.*\$\{\{ ?github\./);
    });

  it("let each command of a release name all its arguments", () => {
    const main = readFileSync(join(root, "deploy/release/main.ts"), "utf8");
    const calls = workflows.flatMap(([, text]) =>
      [...text.matchAll(/deploy\/release\/main\.ts (.+)$/gm)].map(([, call = ""]) => call),
    );
    const commands = new Set(calls.map((call) => call.split(" ")[0] ?? ""));
    expect([...commands].toSorted()).to.deep.equal([
      "build-images",
      "chart",
      "check",
      "guide",
      "join-images",
      "notes",
      "packages",
      "push-chart",
      "sbom",
    ]);
    for (const call of calls) {
      const [name = "", ...given] = call.replaceAll(/\$\{\{.*?\}\}/g, "value").split(" ");
      const names = new RegExp(`"?${name}"?: \\{\\s+args: \\[(.*)\\]`).exec(main)?.[1]?.split(",");
      expect(given, call).to.have.length(names?.length ?? 0);
    }
  });

  it("build images for each platform", () => {
    const platforms = workflows.flatMap(([, text]) =>
      [...text.matchAll(/platform: (linux\/\w+)/g)].map(([, name]) => name),
    );
    expect(platforms).to.deep.equal([...imagePlatforms]);
  });

  it("let only jobs that publish write anything", () => {
    const writers = workflows.flatMap(([file, , { jobs }]) =>
      Object.entries(jobs)
        .filter(([, job]) => Object.values(job.permissions ?? {}).includes("write"))
        .map(([name]) => `${file}: ${name}`),
    );
    expect(writers).to.deep.equal(
      ["images", "publish-images", "publish-npm", "publish-pypi", "page", "guide"].map(
        (name) => `release.yml: ${name}`,
      ),
    );
  });
});
