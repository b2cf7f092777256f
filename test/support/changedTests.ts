import { execFileSync } from "node:child_process";
import { type ImportGraph, reachedFrom, testFilesIn } from "./importGraph.ts";

/** Files that every test depends on, though none imports them. */
const everywhere = /^(?:package(?:-lock)?\.json|tsconfig\.json|\.mocharc\.json|test\/support\/hooks\.ts)$/;

/** Tests that a change concerns, and changed files that no test imports. */
export type ChangedTests = { tests: string[]; unreached: string[] };

/**
 * Finds the tests that reach a file changed since a commit or branch, committed or not.
 * @throws Error if git does not know `since`.
 */
export function testsChangedSince(root: string, since: string, graph: ImportGraph): ChangedTests {
  return testsOf(changedFiles(root, since), graph);
}

/** Finds the tests that reach one of the changed files; all tests if one concerns every test. */
export function testsOf(changed: readonly string[], graph: ImportGraph): ChangedTests {
  const all = testFilesIn(graph);
  if (changed.some((file) => everywhere.test(file))) return { tests: all, unreached: [] };
  const reached = new Map(all.map((test) => [test, reachedFrom(graph, test)]));
  return {
    tests: all.filter((test) => changed.some((file) => reached.get(test)?.has(file))),
    unreached: changed.filter((file) => !all.some((test) => reached.get(test)?.has(file))),
  };
}

function changedFiles(root: string, since: string): string[] {
  const git = (...command: string[]): string[] =>
    execFileSync("git", command, { cwd: root, encoding: "utf8", stdio: "pipe" }).split("\n").filter(Boolean);
  const [base = since] = git("merge-base", since, "HEAD");
  return [...new Set([...git("diff", "--name-only", base), ...git("ls-files", "--others", "--exclude-standard")])];
}
