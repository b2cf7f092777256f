import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import packageJson from "../../package.json" with { type: "json" };
import { readImportGraph, reachedFrom } from "../support/importGraph.ts";

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const graph = readImportGraph(root);

/** Files that the image starts or runs while it is built. */
const imagePrograms = [
  "api/main.ts",
  "worker/main.ts",
  "worker/bundle.ts",
  "temporal-config/main.ts",
  "temporal-config/codecMain.ts",
  "stack/main.ts",
  "stack/cli.ts",
  "stack/serversMain.ts",
  "stack/mail/main.ts",
];

/** Files that npm scripts start without the development packages, and those that they build. */
const started = Object.values(packageJson.scripts).flatMap((command) =>
  [...command.matchAll(/bootstrap\.mjs (\w\S+\.ts)/g)].map(([, script = ""]) => script),
);
const checkoutPrograms = [...started, "console/main.tsx", "console/vite.config.ts"];

/** Packages that programs reach by imports, without those of `groups`. */
function missing(programs: readonly string[], ...groups: readonly object[]): string[] {
  const declared = new Set(groups.flatMap((group) => Object.keys(group)));
  return programs.flatMap((program) =>
    [...reachedFrom(graph, program)]
      .filter((name) => /^@?[a-z]/.test(name) && !graph.has(name) && !/^node:|\.(?:css|json)$/.test(name))
      .map((name) => /^(?:@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? name)
      .filter((name) => !declared.has(name))
      .map((name) => `${program} needs ${name}`),
  );
}

describe("the groups of packages", () => {
  const { dependencies, peerDependencies } = packageJson;

  it("give the images all that their programs import", () => {
    expect(missing(imagePrograms, dependencies)).to.deep.equal([]);
  });

  it("give a checkout without development packages all that its programs import", () => {
    expect(started).to.include.members(["stack/main.ts", "stack/demo.ts", "clients/cli/src/main.ts"]);
    expect(missing(checkoutPrograms, dependencies, peerDependencies)).to.deep.equal([]);
    expect(missing(["clients/cli/src/main.ts"], dependencies)).to.include("clients/cli/src/main.ts needs yaml");
    expect(missing(["console/main.tsx"], dependencies)).to.include("console/main.tsx needs react");
  });
});
