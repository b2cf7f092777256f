import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { execFileSync } from "node:child_process";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { setImmediate as settled } from "node:timers/promises";
import { expect } from "chai";
import { testsChangedSince, testsOf } from "../support/changedTests.ts";
import { type ImportGraph, readImportGraph, testFilesIn } from "../support/importGraph.ts";
import { namedTests, planTests } from "../support/lanes.ts";
import { shareOut } from "../support/shareOut.ts";

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

const graph: ImportGraph = new Map([
  ["api/server.ts", ["vault/seal.ts"]],
  ["vault/seal.ts", ["node:crypto"]],
  ["activities/pool.ts", ["node:child_process"]],
  ["stack/servers.ts", ["node:child_process"]],
  ["test/support/useApi.ts", ["api/server.ts", "stack/servers.ts"]],
  ["test/support/examples.ts", ["node:child_process"]],
  ["test/api/jobs.test.ts", ["test/support/useApi.ts"]],
  ["test/vault/seal.test.ts", ["vault/seal.ts"]],
  ["test/activities/pool.test.ts", ["activities/pool.ts"]],
  ["test/clients/examples.test.ts", ["test/support/examples.ts"]],
  ["test/browser/still.test.ts", ["test/support/useApi.ts"]],
]);

describe("the lanes of npm test", () => {
  it("run every test file in one place", () => {
    const all = readImportGraph(root);
    const { unit, lanes, exacting } = planTests(all);
    expect([...unit, ...lanes.flatMap(({ tests }) => tests), ...exacting].toSorted()).to.deep.equal(testFilesIn(all));
  });

  it("name no file that is gone", () => {
    const tests = testFilesIn(readImportGraph(root));
    expect(namedTests.filter((name) => !tests.includes(name))).to.deep.equal([]);
  });

  it("give tests without servers to the unit lane by their imports", () => {
    const { unit, lanes, exacting } = planTests(graph);
    expect(unit).to.deep.equal(["test/activities/pool.test.ts", "test/vault/seal.test.ts"]);
    expect(lanes).to.deep.equal([
      { tests: ["test/clients/examples.test.ts"], halves: 1 },
      { tests: ["test/api/jobs.test.ts"], halves: 1 },
    ]);
    expect(exacting).to.deep.equal(["test/browser/still.test.ts"]);
  });
});

describe("jobs that share the processors", () => {
  /** The order in which jobs of these needs begin and end, when they end in the order of `ends`. */
  async function orderOf(needs: number[], ends: number[]): Promise<string[]> {
    const seen: string[] = [];
    const jobs = needs.map((each, index) => ({ needs: each, index, ended: Promise.withResolvers<void>() }));
    const all = shareOut(4, jobs, async ({ index, ended }) => {
      seen.push(`begins ${index}`);
      await ended.promise;
      seen.push(`ends ${index}`);
    });
    for (const index of ends) {
      await settled();
      jobs[index]?.ended.resolve();
    }
    await all;
    return seen;
  }

  it("begin in their order, as many as there is room for, and smaller ones pass", async () => {
    const begun = ["begins 0", "begins 1", "begins 3"];
    expect(await orderOf([2, 1, 2, 1], [1, 3, 0, 2])).to.deep.equal([
      ...begun,
      "ends 1",
      "ends 3",
      "begins 2",
      "ends 0",
      "ends 2",
    ]);
  });

  it("run alone if they need more room than there is", async () => {
    expect(await orderOf([5, 1], [0, 1])).to.deep.equal(["begins 0", "ends 0", "begins 1", "ends 1"]);
  });

  it("end with the error of one of them", async () => {
    const failing = shareOut(4, [{ needs: 1 }], () => Promise.reject(new Error("no mocha")));
    expect(await failing.catch(String)).to.equal("Error: no mocha");
  });
});

describe("npm test -- --since", () => {
  it("runs the tests that import a changed file, however far away", () => {
    expect(testsOf(["vault/seal.ts"], graph)).to.deep.equal({
      tests: ["test/api/jobs.test.ts", "test/browser/still.test.ts", "test/vault/seal.test.ts"],
      unreached: [],
    });
  });

  it("names changed files that no test imports", () => {
    const { tests, unreached } = testsOf(["docs/errors.md", "test/vault/seal.test.ts"], graph);
    expect([tests, unreached]).to.deep.equal([["test/vault/seal.test.ts"], ["docs/errors.md"]]);
  });

  it("runs every test after a change of the packages", () => {
    expect(testsOf(["package-lock.json"], graph).tests).to.deep.equal(testFilesIn(graph));
  });
});

describe("the files changed since a commit", () => {
  let checkout: string;
  const git = (...command: string[]): string => execFileSync("git", command, { cwd: checkout, encoding: "utf8" });

  beforeEach(async () => {
    checkout = await mkdtemp(join(tmpdir(), "watchframe-since-"));
    git("init", "--quiet", "--initial-branch=main");
    git("config", "user.name", "test");
    git("config", "user.email", "test@example.com");
    await writeFile(join(checkout, "a.ts"), "export const a = 1;\n");
    git("add", ".");
    git("commit", "--quiet", "--message=first");
  });
  afterEach(() => rm(checkout, { recursive: true, force: true }));

  it("are those of later commits, of the work tree, and new ones", async () => {
    git("switch", "--quiet", "--create=work");
    await writeFile(join(checkout, "committed.ts"), "export const b = 1;\n");
    git("add", ".");
    git("commit", "--quiet", "--message=second");
    await writeFile(join(checkout, "a.ts"), "export const a = 2;\n");
    await writeFile(join(checkout, "new.ts"), "export const c = 1;\n");
    const { unreached } = testsChangedSince(checkout, "main", new Map());
    expect(unreached.toSorted()).to.deep.equal(["a.ts", "committed.ts", "new.ts"]);
  });

  it("can't be found without the commit", () => {
    expect(() => testsChangedSince(checkout, "nowhere", new Map())).to.throw("nowhere");
  });

  it("leave imports of types out, and follow files that are started", async () => {
    const lines = [
      'import type { A } from "./a.ts";',
      'import { type B, c } from "./c.ts";',
      'import { type D } from "./d.ts";',
      'export { e } from "#vault/e.ts";',
      'const child = new URL("./child.ts", import.meta.url);',
      'const later = await import("./later.ts");',
    ];
    await writeFile(join(checkout, "main.ts"), lines.join("\n"));
    expect(readImportGraph(checkout).get("main.ts")).to.deep.equal(["c.ts", "vault/e.ts", "child.ts", "later.ts"]);
  });
});
